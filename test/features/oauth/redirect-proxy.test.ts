import { beforeEach, expect, test } from 'vitest'
import type { OIDCProvider } from '../../../src/providers/kinds/oidc.js'
import { memoryStore } from '../../../src/stores/memory.js'
import { app } from '../../support/app.js'
import { Browser, locationOf } from '../../support/browser.js'
import { IdentityProvider } from '../../support/identity-provider.js'
import { acme } from '../../support/providers.js'

const provider: OIDCProvider = acme()
const STABLE = 'https://stable.test/auth'

let idp: IdentityProvider
beforeEach(async () => {
  idp = await IdentityProvider.start()
})

const SECRET = 'a secret that all deployments have'

const deployment = (
  secret = SECRET,
  more: Record<string, string> = {},
  providers = [provider],
  maxEntries = 100_000,
  clock = Date.now,
) =>
  app({
    clock,
    providers,
    fetch: idp.fetch,
    options: { secret, store: memoryStore({ maxEntries }) },
    environment: { NODE_ENV: 'test', AUTH_REDIRECT_PROXY_URL: STABLE, ...more },
  })

/** The deployment with the callback URL that is registered at the provider. */
const stable = (hosts = 'preview-1.test', providers = [provider], maxEntries = 100_000, clock = Date.now) =>
  deployment(
    SECRET,
    { AUTH_URL: 'https://stable.test', AUTH_TRUSTED_HOSTS: hosts },
    providers,
    maxEntries,
    clock,
  )

test('a preview deployment signs in through the registered callback URL', async () => {
  const preview = new Browser(deployment().handle, 'https://preview-1.test')
  const authorization = locationOf(await preview.post('/auth/signin/acme', { callbackUrl: '/inside' }))
  expect(authorization.searchParams.get('redirect_uri')).toBe('https://stable.test/auth/callback/acme')

  const atProxy = idp.authorize(authorization)
  const proxy = new Browser(stable().handle, 'https://stable.test')
  const handedOn = locationOf(await proxy.send(atProxy.pathname + atProxy.search))
  expect(handedOn.origin + handedOn.pathname).toBe('https://preview-1.test/auth/callback/acme')
  expect(Object.fromEntries(handedOn.searchParams)).toEqual(Object.fromEntries(atProxy.searchParams))
  expect(proxy.jar.names).toEqual([])

  const done = await preview.send(handedOn.pathname + handedOn.search)
  expect(locationOf(done).href).toBe('https://preview-1.test/inside')
  expect((await preview.session()).user.name).toBe('Ada Lovelace')
})

test('the deployment with the registered callback URL signs in without forwarding', async () => {
  const browser = new Browser(stable().handle, 'https://stable.test')
  const { pathname, search } = idp.authorize(locationOf(await browser.post('/auth/signin/acme')))
  expect(locationOf(await browser.send(pathname + search)).href).toBe('https://stable.test/')
  expect(await browser.session()).not.toBeNull()
})

test.each([
  ['another secret', 'x'.repeat(32), (state: string) => state],
  ['a changed state', SECRET, (state: string) => `${state}x`],
])('no callback is forwarded to a deployment with %s', async (_, secret, change) => {
  const preview = new Browser(deployment(secret).handle, 'https://preview-1.test')
  const atProxy = idp.authorize(locationOf(await preview.post('/auth/signin/acme')))
  atProxy.searchParams.set('state', change(atProxy.searchParams.get('state') ?? ''))
  const proxy = new Browser(stable().handle, 'https://stable.test')
  const refused = locationOf(await proxy.send(atProxy.pathname + atProxy.search))
  expect(refused.origin).toBe('https://stable.test')
  expect(refused.searchParams.get('error')).toBe('InvalidCheck')
})

test.each([
  ['a host that is not listed', 'https://evil.test', 'preview-1.test'],
  ['a subdomain of a listed host', 'https://evil.preview-1.test', 'preview-1.test'],
  ['a listed host without TLS', 'http://preview-1.test', 'preview-1.test'],
  ['a listed host at another port', 'https://preview-1.test:8443', 'preview-1.test'],
  ['a loopback host that is not listed', 'http://localhost:3000', 'preview-1.test'],
])('a code is not forwarded to %s', async (_, origin, hosts) => {
  const spoofed = deployment(SECRET, { AUTH_TRUST_HOST: 'true' })
  const headers = {
    'x-forwarded-host': new URL(origin).host,
    'x-forwarded-proto': new URL(origin).protocol.slice(0, -1),
  }
  const handle = (request: Request): Promise<Response> => {
    for (const [name, value] of Object.entries(headers)) request.headers.set(name, value)
    return spoofed.handle(request)
  }
  const attacker = new Browser(handle, origin)
  const atProxy = idp.authorize(locationOf(await attacker.post('/auth/signin/acme')))
  const site = stable(hosts)
  const victim = new Browser(site.handle, 'https://stable.test')
  const refused = locationOf(await victim.send(atProxy.pathname + atProxy.search))
  expect(refused.origin).toBe('https://stable.test')
  expect(refused.searchParams.get('error')).toBe('InvalidCheck')
  expect(refused.href).not.toContain(atProxy.searchParams.get('code'))
  expect(site.warned).toEqual([
    expect.stringContaining(`began at ${origin}, which this deployment does not list`),
  ])
})

test('a sign-in that started at the redirect proxy cannot finish at another deployment', async () => {
  const proxy = new Browser(stable().handle, 'https://stable.test')
  const { pathname, search } = idp.authorize(locationOf(await proxy.post('/auth/signin/acme')))
  const preview = new Browser(deployment().handle, 'https://preview-1.test')
  for (const name of proxy.jar.names) preview.jar.put(name, proxy.jar.get(name) ?? '')
  const refused = locationOf(await preview.send(pathname + search))
  expect(refused.searchParams.get('error')).toBe('InvalidCheck')
  expect(await preview.session()).toBeNull()
})

test('with `trustHost: true`, no callback is forwarded', async () => {
  const preview = new Browser(deployment().handle, 'https://preview-1.test')
  const atProxy = idp.authorize(locationOf(await preview.post('/auth/signin/acme')))
  const trusting = deployment(SECRET, { AUTH_URL: 'https://stable.test', AUTH_TRUST_HOST: 'true' })
  const proxy = new Browser(trusting.handle, 'https://stable.test')
  const refused = locationOf(await proxy.send(atProxy.pathname + atProxy.search))
  expect([refused.origin, refused.searchParams.get('error')]).toEqual(['https://stable.test', 'InvalidCheck'])
})

test('a callback is forwarded to a loopback host that is listed', async () => {
  const developer = new Browser(deployment().handle, 'http://localhost:3000')
  const atProxy = idp.authorize(locationOf(await developer.post('/auth/signin/acme')))
  const proxy = new Browser(stable('localhost:3000').handle, 'https://stable.test')
  const handedOn = locationOf(await proxy.send(atProxy.pathname + atProxy.search))
  expect(handedOn.origin).toBe('http://localhost:3000')
})

test.each([
  ['a minute behind', -59, true],
  ['two minutes behind', -120, false],
  ['ten minutes ahead', 600, true],
  ['an hour ahead', 3_600, false],
])(
  'a redirect proxy whose clock is %s forwards a callback, unless the difference is too large: %#',
  async (_, seconds, isForwarded) => {
    const preview = new Browser(deployment().handle, 'https://preview-1.test')
    const atProxy = idp.authorize(locationOf(await preview.post('/auth/signin/acme')))
    const { handle } = stable(undefined, undefined, undefined, () => Date.now() + seconds * 1_000)
    const proxy = new Browser(handle, 'https://stable.test')
    const target = locationOf(await proxy.send(atProxy.pathname + atProxy.search))
    expect(target.origin).toBe(isForwarded ? 'https://preview-1.test' : 'https://stable.test')
    expect(target.searchParams.get('error')).toBe(isForwarded ? null : 'InvalidCheck')
  },
)

test('a callback is forwarded only at the callback URL of its provider', async () => {
  const providers = [provider, { ...provider, id: 'other' }]
  const preview = new Browser(deployment(SECRET, {}, providers).handle, 'https://preview-1.test')
  const atProxy = idp.authorize(locationOf(await preview.post('/auth/signin/acme')))
  const proxy = new Browser(stable('preview-1.test', providers).handle, 'https://stable.test')
  const send = async (path: string): Promise<URL> => locationOf(await proxy.send(path + atProxy.search))
  expect((await send('/auth/callback/other')).searchParams.get('error')).toBe('InvalidCheck')
  expect((await send('/auth/callback/acme')).origin).toBe('https://preview-1.test')
})

test('a callback that is forwarded twice finishes one sign-in', async () => {
  const preview = new Browser(deployment().handle, 'https://preview-1.test')
  const atProxy = idp.authorize(locationOf(await preview.post('/auth/signin/acme')))
  const copy = new Browser(preview.handle, preview.origin, preview.jar.clone())
  const proxy = new Browser(stable().handle, 'https://stable.test')
  const send = async (browser: Browser): Promise<URL> => {
    const { pathname, search } = locationOf(await proxy.send(atProxy.pathname + atProxy.search))
    return locationOf(await browser.send(pathname + search))
  }
  expect((await send(preview)).href).toBe('https://preview-1.test/')
  expect((await send(copy)).searchParams.get('error')).toBe('InvalidCheck')
  expect(await copy.session()).toBeNull()
})

test('forwarding callbacks does not fill the store of the redirect proxy', async () => {
  const preview = deployment()
  const proxy = new Browser(stable('preview-1.test', [provider], 3).handle, 'https://stable.test')
  for (let times = 0; times < 5; times++) {
    const attacker = new Browser(preview.handle, 'https://preview-1.test')
    const { pathname, search } = idp.authorize(locationOf(await attacker.post('/auth/signin/acme')))
    expect(locationOf(await proxy.send(pathname + search)).origin).toBe('https://preview-1.test')
  }
})
