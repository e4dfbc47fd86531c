/** Start, expiry and reuse of flows: the rows ST-1 to ST-11 of the security cases, each named by its id. */
import { describe, expect, test } from 'vitest'
import { memoryStore } from '../../../src/stores/memory.js'
import { SECRET } from '../../support/app.js'
import { Browser, flowsOf, locationOf } from '../../support/browser.js'
import { changed, expectNoTokenRequest } from '../../support/oidc/callback.js'
import { type RelyingParty, relyingParties } from '../../support/oidc/relying-party.js'
import { acme } from '../../support/providers.js'

const start = relyingParties()

const minutes = (count: number): number => count * 60_000

test.each([
  ['a link', { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' }],
  ['an image', { 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors' }],
  ['a prefetch', { purpose: 'prefetch', 'sec-purpose': 'prefetch' }],
])('ST-1: %s to the sign-in route starts no sign-in', async (_, headers) => {
  const { browser, idp } = await start()
  const response = await browser.send('/auth/signin/acme', { headers })
  expect(locationOf(response).pathname).toBe('/auth/signin')
  expect(response.headers.getSetCookie()).toEqual([])
  expect(idp.received).toEqual([])
})

test("ST-2: a callback URL of an attacker's sign-in does not sign in another browser", async () => {
  const party = await start()
  const callback = await party.flow(party.anotherBrowser())
  await party.expectRefused(await party.finish(callback), 'InvalidCheck')
  expectNoTokenRequest(party)
})

test.each([
  ['no state', undefined],
  ['an empty state', ''],
  ['the state "undefined"', 'undefined'],
  ['the state "null"', 'null'],
])('ST-4: a callback with %s and no cookie is refused', async (_, state) => {
  const party = await start()
  const callback = new URL('https://app.test/auth/callback/acme?code=c&iss=https://idp.test')
  if (state !== undefined) callback.searchParams.set('state', state)
  await party.expectRefused(await party.finish(callback), 'InvalidCheck')
  expectNoTokenRequest(party)
})

describe('ST-5: with the right cookie, before a token request,', () => {
  test.each<[string, (params: URLSearchParams) => void]>([
    ['a wrong state', (params) => params.set('state', `${params.get('state')?.slice(0, -1)}_`)],
    [
      'the state of another flow',
      (params) => params.set('state', `${params.get('state')?.split('.')[0]}.other`),
    ],
    ['a missing state', (params) => params.delete('state')],
  ])('ST-5: with the right cookie, %s is refused before a token request', async (_, change) => {
    const party = await start()
    const response = await party.finish(changed(await party.flow(), change))
    expect(locationOf(response).searchParams.get('error')).toBe('InvalidCheck')
    expect(await party.browser.session()).toBeNull()
    expectNoTokenRequest(party)
  })

  test('ST-5: rejects a callback with two `state` parameters', async () => {
    const party = await start()
    const callback = await party.flow()
    callback.searchParams.append('state', callback.searchParams.get('state') ?? '')
    expect((await party.finish(callback)).status).toBe(400)
    expect(await party.browser.session()).toBeNull()
    expectNoTokenRequest(party)
  })
})

test('ST-7: rejects a sign-in whose code challenge was removed from the authorization request', async () => {
  const party = await start()
  const authorization = changed(await party.begin(), (params) => {
    params.delete('code_challenge')
    params.delete('code_challenge_method')
  })
  await party.expectRefused(await party.finish(party.idp.authorize(authorization)))
})

test('ST-8: a callback that is repeated in the same browser sends no token request and keeps the session', async () => {
  const party = await start()
  const callback = await party.flow()
  await party.finish(callback)
  const session = await party.browser.session()
  const again = await party.finish(callback)
  expect(locationOf(again).href).toBe('https://app.test/')
  expect(party.idp.requestCount('/token')).toBe(1)
  expect(await party.browser.session()).toEqual(session)
})

test.each<[string, (party: RelyingParty) => Promise<URL>]>([
  ['another browser began', (party) => party.flow(party.anotherBrowser())],
  [
    'has expired',
    async ({ browser, flow }) => {
      const callback = await flow()
      for (const name of flowsOf(browser)) browser.jar.put(name, '')
      return callback
    },
  ],
])(
  'ST-8: a signed-in user sees an error for the callback of a sign-in that %s, and stays signed in',
  async (_, begin) => {
    const party = await start()
    await party.finish(await party.flow())
    const session = await party.browser.session()
    const response = await party.finish(await begin(party))
    expect(locationOf(response).searchParams.get('error')).toBe('InvalidCheck')
    expect(party.idp.requestCount('/token')).toBe(1)
    expect(await party.browser.session()).toEqual(session)
  },
)

test('ST-8: a callback without a flow cookie is logged as a warning', async () => {
  const warned: unknown[][] = []
  const errors: Error[] = []
  const logger = {
    warn: (...line: unknown[]) => void warned.push(line),
    error: (error: Error) => void errors.push(error),
  }
  const party = await start({ options: { secret: SECRET, logger } })
  await party.expectRefused(await party.finish(await party.flow(party.anotherBrowser())), 'InvalidCheck')
  expect(warned).toEqual([['InvalidCheck', 'No sign-in is in progress for this callback.']])
  expect(errors).toEqual([])
})

test('ST-8: a signed-in user sees an error for a callback that is repeated after 20 minutes', async () => {
  let now = Date.now()
  const warned: unknown[] = []
  const logger = { warn: (type: string) => void warned.push(type) }
  const store = memoryStore({ now: () => now })
  const party = await start({ clock: () => now, options: { secret: SECRET, logger, store } })
  const callback = await party.flow()
  await party.finish(callback)
  now += minutes(20) - 1
  expect(locationOf(await party.finish(callback)).href).toBe('https://app.test/')
  expect(warned).toEqual([])
  now += 1
  expect(locationOf(await party.finish(callback)).searchParams.get('error')).toBe('InvalidCheck')
  expect(warned).toEqual(['InvalidCheck'])
  expect(await party.browser.session()).not.toBeNull()
})

test('ST-8: a callback that is sent again with cookies that were saved before is rejected', async () => {
  const party = await start()
  const callback = await party.flow()
  const thief = new Browser(party.browser.handle, party.browser.origin, party.browser.jar.clone())
  await party.expectSignedIn(await party.finish(callback))
  const stolen = await party.finish(callback, thief)
  expect(locationOf(stolen).searchParams.get('error')).toBe('InvalidCheck')
  expect(party.idp.requestCount('/token')).toBe(1)
  expect(await thief.session()).toBeNull()
})

test.each([
  ['two tabs', [0, 1]],
  ['two tabs in the other order', [1, 0]],
  ['five tabs', [4, 1, 0, 3, 2]],
])('ST-10: several sign-ins in one browser finish in %s', async (_, order) => {
  const party = await start()
  const callbacks: URL[] = []
  for (const _tab of order) callbacks.push(await party.flow())
  for (const tab of order) {
    const response = await party.finish(callbacks[tab] as URL)
    expect(locationOf(response).pathname).toBe('/inside')
  }
  expect(flowsOf(party.browser)).toEqual([])
})

test('ST-10: a sixth unfinished sign-in in one browser replaces the oldest', async () => {
  const party = await start()
  for (let tab = 0; tab < 8; tab++) await party.flow()
  expect(flowsOf(party.browser)).toHaveLength(5)
})

test('ST-11: a flow expires after 15 minutes', async () => {
  let now = Date.now()
  const party = await start({ clock: () => now })
  const callback = await party.flow()
  now += minutes(15) + 1000
  await party.expectRefused(await party.finish(callback), 'InvalidCheck')
  expectNoTokenRequest(party)
})

test('ST-11: a flow can be finished by a server whose clock is a minute behind', async () => {
  let now = Date.now()
  const party = await start({ clock: () => now, provider: { checks: ['pkce', 'nonce'] } })
  const callback = await party.flow()
  now -= minutes(1)
  // The provider has the same clock, so that its tokens are valid and only the flow can expire.
  party.idp.misbehave({ claims: (claims) => ({ ...claims, iat: Math.floor(now / 1000) }) })
  expect(locationOf(await party.finish(callback)).pathname).toBe('/inside')
})

test('the authorization request encodes spaces as %20', async () => {
  // https://github.com/better-auth/better-auth/pull/6929
  const { browser } = await start({
    providers: [acme({ authorization: { params: { scope: 'openid email', plus: 'a+b c' } } })],
  })
  const { search, searchParams } = locationOf(await browser.post('/auth/signin/acme'))
  expect(search).toContain('scope=openid%20email&')
  expect(search).toContain('plus=a%2Bb%20c')
  expect(search).not.toContain('+')
  expect(searchParams.get('plus')).toBe('a+b c')
})

describe('a sign-in whose parameters do not fit into a cookie', () => {
  const scopes = Array.from({ length: 60 }, (_, index) => `${index}`.padEnd(60, 's'))

  test('signIn on the server with too many scopes is refused before the user goes to the provider', async () => {
    const { app, idp } = await start()
    const request = new Request('https://app.test/')
    await expect(app.signIn('acme', { request, scopes })).rejects.toMatchObject({
      type: 'InvalidRequest',
      message: expect.stringMatching(/`scopes`.*`state`/),
    })
    const { url, headers } = await app.signIn('acme', { request, scopes: scopes.slice(0, 20) })
    const browser = new Browser(app.handle)
    browser.jar.take(new Response(null, { headers }), 'https://app.test')
    const { pathname, search } = idp.authorize(new URL(url))
    await browser.send(pathname + search)
    expect(await browser.session()).not.toBeNull()
  })
})
