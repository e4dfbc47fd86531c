/**
 * If a function of the request returns a provider, customers control its URLs, so no URL may point to a private
 * network.
 */
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { OIDCProvider } from '../../../src/providers/kinds/oidc.js'
import { app, type LazyBuilder, lazyApp, type Parts, type RunningApp, SECRET } from '../../support/app.js'
import { Browser, locationOf } from '../../support/browser.js'
import { IdentityProvider } from '../../support/identity-provider.js'
import { acme, acmeOAuth } from '../../support/providers.js'

/** The IP addresses that the mock of `lookup` returns, by host name. */
const { names } = vi.hoisted(() => ({ names: new Map<string, string>() }))

vi.mock('node:dns/promises', () => ({
  lookup: async (name: string) => [{ address: names.get(name) ?? '203.0.113.5', family: 4 }],
}))

let sent: string[]
let logged: string[]
beforeEach(() => {
  names.clear()
  sent = []
  logged = []
})

const options: NonNullable<Parts['options']> = {
  secret: SECRET,
  logger: {
    error: (error) => void logged.push(error.message, String((error.cause as Error)?.message)),
    warn: () => {},
  },
}

type Steps = (builder: LazyBuilder) => LazyBuilder

/** The application with the provider of a customer, and the `fetch` of the platform. */
function serve(provider: Parts['providers'][number], steps?: Steps, idp?: IdentityProvider): RunningApp {
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push(new URL(url).host)
    return idp
      ? idp.fetch(url, init)
      : new Response('{}', { headers: { 'content-type': 'application/json' } })
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  return lazyApp(() => ({ providers: [provider], options }), {}, steps)
}

async function startAt({ handle }: RunningApp): Promise<URL> {
  return locationOf(await new Browser(handle).post('/auth/signin/acme'))
}

describe.each([
  ['loopback', 'http://127.0.0.1:6379'],
  ['loopback, by name', 'http://localhost:9200'],
  ['a private network', 'https://10.0.0.7'],
  ['a name of a private network', 'https://vault.internal'],
  ['a link-local IP address, where cloud services keep credentials', 'https://169.254.169.254'],
  ['a name that resolves to a private network', 'https://inside.evil.test'],
])('an issuer at %s', (_, issuer) => {
  beforeEach(() => void names.set('inside.evil.test', '10.0.0.7'))

  test.each<[string, Partial<OIDCProvider>]>([
    ['in the option `issuer`', { issuer }],
    ['in the option `wellKnown`', { issuer: 'https://idp.test', wellKnown: `${issuer}/configuration` }],
  ])('an issuer on a private network gets no request: %s', async (_, provider) => {
    expect((await startAt(serve(acme(provider)))).searchParams.get('error')).not.toBeNull()
    expect(sent).toEqual([])
    expect(logged.join()).toContain('Set `allowPrivateNetwork: true`')
  })

  test('an issuer on a private network gets no request with .tenant()', async () => {
    const auth = serve(acme({ issuer }), (builder) => builder.tenant(() => 'customer'))
    expect((await startAt(auth)).searchParams.get('error')).not.toBeNull()
    expect(sent).toEqual([])
    expect(logged.join()).toContain('Set `allowPrivateNetwork: true`')
  })

  test.each<[string, Partial<OIDCProvider>, Steps | undefined]>([
    ['with `allowPrivateNetwork`', { allowPrivateNetwork: true }, undefined],
    ['with .tenant(false)', {}, (builder) => builder.tenant(false)],
  ])('an issuer on a private network gets requests %s', async (_, provider, steps) => {
    await startAt(serve(acme({ issuer, ...provider }), steps))
    expect(sent).toEqual([new URL(issuer).host])
  })

  test('a private issuer gets requests if it is part of the configuration', async () => {
    serve(acme())
    await startAt(app({ providers: [acme({ issuer })], options }))
    expect(sent).toEqual([new URL(issuer).host])
  })
})

test.each([['token'], ['userinfo']])('a %s endpoint on a private network gets no request', async (name) => {
  const idp = await IdentityProvider.start()
  const provider = acmeOAuth({ [name]: `https://10.0.0.7/${name}` })
  const browser = new Browser(serve(provider, undefined, idp).handle)
  const { pathname, search } = idp.authorize(locationOf(await browser.post('/auth/signin/acme')))
  await browser.send(pathname + search)
  expect(await browser.session()).toBeNull()
  expect(sent).not.toContain('10.0.0.7')
  expect(logged.join()).toContain('allowPrivateNetwork')
})

test.each(['token', 'userinfo'] as const)(
  'the `fetch` of `%s.request` sends no request to a private network',
  async (name) => {
    const idp = await IdentityProvider.start()
    const failures: string[] = []
    const request = async ({ fetch }: { fetch: (url: string, init: RequestInit) => Promise<Response> }) => {
      const tried = await fetch('https://10.0.0.7/internal', {}).catch((error: Error) => error)
      failures.push(String(tried))
      throw tried
    }
    const browser = new Browser(serve(acmeOAuth({ [name]: { request } }), undefined, idp).handle)
    const { pathname, search } = idp.authorize(locationOf(await browser.post('/auth/signin/acme')))
    await browser.send(pathname + search)
    expect(failures.join()).toContain('allowPrivateNetwork')
    expect(sent).not.toContain('10.0.0.7')
  },
)

test('users sign in with a public issuer from a function of the request', async () => {
  const idp = await IdentityProvider.start()
  const browser = new Browser(serve(acme(), undefined, idp).handle)
  const { pathname, search } = idp.authorize(locationOf(await browser.post('/auth/signin/acme')))
  await browser.send(pathname + search)
  expect((await browser.session()).user.name).toBe('Ada Lovelace')
})
