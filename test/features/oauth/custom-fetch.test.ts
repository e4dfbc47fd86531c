/** Every request to a provider goes through its own `customFetch`. */

import { afterEach, expect, test, vi } from 'vitest'
import { customFetch } from '../../../src/providers/kinds/custom-fetch.js'
import { lazyApp, SECRET } from '../../support/app.js'
import { Browser, locationOf } from '../../support/browser.js'
import { IdentityProvider } from '../../support/identity-provider.js'
import { relyingParties } from '../../support/oidc/relying-party.js'
import { acme, acmeOAuth } from '../../support/providers.js'

const start = relyingParties()

afterEach(() => vi.unstubAllGlobals())

const noFetch = (): never => {
  throw new Error('The global fetch was called.')
}

test.each([
  ['an ID token', acme(), [wellKnown(), '/jwks', '/token']],
  ['the userinfo endpoint', acme({ idToken: false }), [wellKnown(), '/jwks', '/token', '/userinfo']],
  ['`wellKnown`', acme({ wellKnown: `https://idp.test${wellKnown()}` }), [wellKnown(), '/jwks', '/token']],
  ['OAuth 2', acmeOAuth(), ['/token', '/userinfo']],
  [
    'a custom request',
    acmeOAuth({
      userinfo: {
        request: async ({ tokens, fetch }) => {
          const headers = { authorization: `Bearer ${tokens.access_token}` }
          return (await fetch('https://idp.test/userinfo', { headers })).json()
        },
      },
    }),
    ['/token', '/userinfo'],
  ],
])('`customFetch` receives every request of a sign-in with %s', async (_, provider, paths) => {
  vi.stubGlobal('fetch', noFetch)
  const idp = await IdentityProvider.start()
  const party = await start({
    idp,
    fetch: noFetch,
    providers: [{ ...provider, [customFetch]: idp.fetch } as never],
  })
  await party.expectSignedIn(await party.signIn())
  expect(idp.received.map(({ url }) => url.pathname)).toEqual(paths)
  for (const { init } of idp.received) expect(init.redirect).toBe('manual')
})

const results: readonly (readonly [string, () => unknown])[] = [
  ['returns undefined', () => undefined],
  ['returns null', () => null],
  ['returns a string', () => 'ok'],
  [
    'returns an object like a response',
    () => ({ ok: true, status: 200, json: async () => ({ sub: 'ada' }) }),
  ],
  [
    'throws',
    () => {
      throw new Error('No network.')
    },
  ],
]

test.each(results)('a sign-in fails if `customFetch` %s', async (_, result) => {
  const idp = await IdentityProvider.start()
  for (const failing of ['/token', '/userinfo']) {
    const fetch: typeof idp.fetch = async (address, init) =>
      new URL(address).pathname === failing ? (result() as Response) : idp.fetch(address, init)
    const party = await start({ idp, providers: [{ ...acmeOAuth(), [customFetch]: fetch } as never] })
    const response = await party.signIn()
    expect(response.headers.get('location') ?? '', failing).toContain('error=')
    expect(await party.browser.session(), failing).toBeNull()
  }
})

test('without `customFetch`, each request uses the current global fetch', async () => {
  const idp = await IdentityProvider.start()
  const { app } = await import('../../support/app.js')
  const { Browser, locationOf } = await import('../../support/browser.js')
  const browser = new Browser(app({ providers: [acme()] }).handle)
  vi.stubGlobal('fetch', idp.fetch)
  const started = await browser.post('/auth/signin/acme', { callbackUrl: '/inside' })
  const { pathname, search } = idp.authorize(locationOf(started))
  expect(locationOf(await browser.send(pathname + search)).pathname).toBe('/inside')
})

function wellKnown(): string {
  return '/.well-known/openid-configuration'
}

test('with a configuration per request, the `userinfo.request` of one request is not used for the next request', async () => {
  const idp = await IdentityProvider.start()
  let userinfo: object = { request: async () => ({ sub: 'ada' }) }
  const provider = () => acmeOAuth({ issuer: idp.issuer, userinfo, [customFetch]: idp.fetch } as never)
  const site = lazyApp(() => ({ providers: [provider()], options: { secret: SECRET } }))
  const browser = new Browser(site.handle)
  await browser.post('/auth/signin/acme')
  userinfo = {}
  const callback = idp.authorize(locationOf(await browser.post('/auth/signin/acme')))
  await browser.send(callback.pathname + callback.search)
  expect(idp.requestCount('/userinfo')).toBe(1)
})
