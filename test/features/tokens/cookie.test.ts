import { beforeEach, describe, expect, test } from 'vitest'
import type { EventMessages } from '../../../src/builder/auth-spec.js'
import { credentials } from '../../../src/providers/credentials.js'
import type { OIDCOptions } from '../../../src/providers/oidc.js'
import type { Store } from '../../../src/stores/contract.js'
import { memoryStore } from '../../../src/stores/memory.js'
import { type App, type AppOptions, app, SECRET } from '../../support/app.js'
import { Browser, locationOf } from '../../support/browser.js'
import { IdentityProvider } from '../../support/identity-provider.js'
import { acme } from '../../support/providers.js'

/*
 * Tokens of sessions without an adapter, which a cookie of the browser keeps: `providerTokens: { place: 'cookie' }`.
 */

const COOKIE = '__Host-authwright.provider-tokens'

let idp: IdentityProvider
let now: number
let refresh: (form: URLSearchParams) => Response | Promise<Response>
/** The refresh tokens that the provider received. */
let refreshed: string[]
/** The response to the token request of a sign-in. */
let issued: Record<string, unknown>

beforeEach(async () => {
  idp = await IdentityProvider.start()
  now = Date.now()
  idp.clock = () => now
  refreshed = []
  issued = { refresh_token: 'rt0', scope: 'openid files' }
  refresh = () => tokenResponse()
})

const tokenResponse = (changes: Record<string, unknown> = {}): Response =>
  Response.json({
    access_token: `at${refreshed.length}`,
    token_type: 'Bearer',
    expires_in: 300,
    refresh_token: `rt${refreshed.length}`,
    ...changes,
  })

const site = (options: Partial<AppOptions> = {}): App =>
  app({
    providers: [acme()],
    fetch: idp.fetch,
    clock: () => now,
    ...options,
    options: { secret: SECRET, providerTokens: { place: 'cookie' }, ...options.options },
  })

async function signIn(browser: Browser): Promise<void> {
  idp.misbehave({
    token: (tokens) => ({ ...tokens, ...issued }),
    async respond({ url, init }) {
      const form = new URLSearchParams(String(init.body))
      if (url.pathname === '/revoke') return new Response(null, { status: 200 })
      if (url.pathname !== '/token' || form.get('grant_type') !== 'refresh_token') return undefined
      refreshed.push(form.get('refresh_token') ?? '')
      return refresh(form)
    },
    discovery: (document) => ({ ...document, revocation_endpoint: `${idp.issuer}/revoke` }),
  })
  const callback = idp.authorize(locationOf(await browser.post('/auth/signin/acme')))
  await browser.send(callback.pathname + callback.search)
}

/** An application with the user signed in. */
async function signedIn(options: Partial<AppOptions> = {}, made = site(options)) {
  const browser = new Browser(made.handle)
  await signIn(browser)
  const request = (): Request => new Request('https://app.test/', { headers: { cookie: browser.jar.header } })
  type Options = Parameters<App['tokens']>[2]
  return {
    made,
    browser,
    request,
    /** Calls `tokens`, and stores the new cookies in the browser. */
    async tokens(given?: Options) {
      const headers = new Headers()
      const tokens = await made.tokens(request(), 'acme', { ...given, headers } as Options)
      browser.jar.take(new Response(null, { headers }), 'https://app.test')
      return tokens
    },
    /** Calls `tokens`, and drops the new cookies. */
    lost: (given?: Options) => made.tokens(request(), 'acme', given),
  }
}

test('tokens of the sign-in are returned until they expire, without a request', async () => {
  const { tokens, browser } = await signedIn()
  expect(await tokens()).toMatchObject({ ok: true, accessToken: 'at', scopes: ['openid', 'files'] })
  expect(refreshed).toEqual([])
  expect(browser.jar.get(COOKIE)).toMatch(/^[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/)
})

test('token fields that `account` of the provider returns as `null` count as absent', async () => {
  const account: OIDCOptions<string>['account'] = ({ access_token, refresh_token, expires_at, scope }) =>
    ({ access_token, refresh_token: refresh_token ?? null, expires_at, scope, token_type: null }) as never
  const { tokens } = await signedIn({ providers: [acme({ account })] })
  expect(await tokens()).toMatchObject({ ok: true, accessToken: 'at', tokenType: 'bearer' })
  refresh = () => tokenResponse({ refresh_token: undefined })
  for (const accessToken of ['at1', 'at2']) {
    now += 300_000
    expect(await tokens()).toMatchObject({ ok: true, accessToken })
  }
  expect(refreshed).toEqual(['rt0', 'rt0'])
})

test('an access token that `account` of the provider does not store is returned after each refresh', async () => {
  const account: OIDCOptions<string>['account'] = ({ refresh_token }) => ({ refresh_token })
  const { tokens } = await signedIn({ providers: [acme({ account })] })
  expect(await tokens()).toMatchObject({ ok: true, accessToken: 'at1' })
  expect(await tokens()).toMatchObject({ ok: true, accessToken: 'at2' })
  expect(refreshed).toEqual(['rt0', 'rt1'])
})

test('without the option `tokens`, no cookie is set and no tokens of the provider are stored', async () => {
  const { browser, lost } = await signedIn({ options: { providerTokens: { place: 'database' } } })
  expect(browser.jar.header).not.toContain(COOKIE)
  await expect(lost()).rejects.toThrow(
    "call .adapter(). Without an adapter, only `auth.tokens` and `auth.fetch` of the current user work, with .options({ providerTokens: { place: 'cookie' } }).",
  )
})

test('tokens of a user other than the signed-in user are refused', async () => {
  const { made } = await signedIn()
  await expect(made.tokens.forUser('ada', 'acme')).rejects.toThrow('.adapter()')
})

test('refreshed tokens are sent to the browser, and the next refresh uses the newest refresh token', async () => {
  const { tokens } = await signedIn()
  now += 300_000
  expect(await tokens()).toMatchObject({ ok: true, accessToken: 'at1', scopes: ['openid', 'files'] })
  now += 300_000
  expect(await tokens()).toMatchObject({ accessToken: 'at2' })
  expect(refreshed).toEqual(['rt0', 'rt1'])
})

test('a new expiry of the same access token is sent to the browser', async () => {
  refresh = () => tokenResponse({ access_token: 'at', refresh_token: undefined })
  const { tokens, request } = await signedIn()
  now += 300_000
  expect(await tokens()).toMatchObject({ ok: true, accessToken: 'at' })
  // Another process without a common store reads only the cookie.
  expect(await site().tokens(request(), 'acme')).toMatchObject({ ok: true, accessToken: 'at' })
  expect(refreshed).toEqual(['rt0'])
})

test('fifty concurrent calls send one token request', async () => {
  const { tokens } = await signedIn()
  now += 300_000
  const all = await Promise.all(Array.from({ length: 50 }, () => tokens()))
  expect(new Set(all.map((each) => each.ok && each.accessToken))).toEqual(new Set(['at1']))
  expect(refreshed).toEqual(['rt0'])
})

test('a refresh token is not sent a second time after the browser has missed the response with new tokens', async () => {
  const { lost, tokens } = await signedIn()
  for (let round = 1; round <= 5; round++) {
    now += 300_000
    expect(await lost()).toMatchObject({ accessToken: `at${round}` })
    expect(await lost()).toMatchObject({ accessToken: `at${round}` })
  }
  expect(await tokens()).toMatchObject({ accessToken: 'at5' })
  now += 300_000
  expect(await tokens()).toMatchObject({ accessToken: 'at6' })
  expect(refreshed).toEqual(['rt0', 'rt1', 'rt2', 'rt3', 'rt4', 'rt5'])
})

test('processes that share a store find refreshed tokens that the browser has not received', async () => {
  const store = { ...memoryStore(), scope: undefined } as unknown as Store
  const options = { options: { secret: SECRET, store } }
  const { lost, request } = await signedIn(options)
  now += 300_000
  expect(await lost()).toMatchObject({ accessToken: 'at1' })
  const other = site(options)
  expect(await other.tokens(request(), 'acme')).toMatchObject({ accessToken: 'at1' })
  expect(refreshed).toEqual(['rt0'])
})

test.each([
  ['accepts the new secret', ['old'], ['old', 'new']],
  ['uses the new secret', ['old', 'new'], ['new', 'old']],
])(
  'a process that %s shares refreshed tokens with a process of the previous configuration, in both directions',
  async (_, before, after) => {
    const store = { ...memoryStore(), scope: undefined } as unknown as Store
    const options = [before, after].map((all) => ({
      options: { secret: all.map((each) => `${each} ${SECRET}`), store },
    }))
    for (const [one, other] of [options, [...options].reverse()]) {
      refreshed.length = 0
      const { lost, request } = await signedIn(one)
      now += 300_000
      expect(await lost()).toMatchObject({ accessToken: 'at1' })
      expect(await site(other).tokens(request(), 'acme')).toMatchObject({ accessToken: 'at1' })
      expect(refreshed).toHaveLength(1)
    }
  },
)

test('refreshed tokens in the store are encrypted', async () => {
  const written: string[] = []
  const inner = memoryStore()
  const store: Store = {
    ...inner,
    set: (key, value, ttl) => {
      written.push(key, value)
      return inner.set(key, value, ttl)
    },
    compareAndSet: (key, expected, value, ttl) => {
      written.push(key, value)
      return inner.compareAndSet(key, expected, value, ttl)
    },
  }
  const { lost } = await signedIn({ options: { secret: SECRET, store } })
  now += 300_000
  await lost()
  expect(written.some((each) => each.startsWith('token-replaced:'))).toBe(true)
  expect(written.join(' ')).not.toMatch(/\b(?:at|rt)\d\b/)
})

test('refreshed tokens that the store never accepts are logged as an error', async () => {
  const inner = memoryStore()
  const store: Store = {
    ...inner,
    compareAndSet: async (key, ...rest) =>
      !key.startsWith('token-replaced:') && inner.compareAndSet(key, ...rest),
  }
  const { made, lost } = await signedIn({ options: { secret: SECRET, store } })
  now += 300_000
  await lost()
  expect(made.logged.map(({ message }) => message).join()).toContain('The replaced tokens were not stored')
})

test('if a token response contains no refresh token, the previous refresh token is used again', async () => {
  const { tokens } = await signedIn()
  refresh = () => tokenResponse({ refresh_token: undefined })
  now += 300_000
  await tokens()
  now += 300_000
  expect(await tokens()).toMatchObject({ accessToken: 'at2' })
  expect(refreshed).toEqual(['rt0', 'rt0'])
})

test('a new refresh token is sent to the browser even if the rest of the token response is invalid', async () => {
  const { tokens, request } = await signedIn()
  now += 300_000
  refresh = () => tokenResponse({ id_token: 'not a JWT' })
  expect(await tokens()).toMatchObject({ ok: false, reason: 'unavailable' })
  refresh = () => tokenResponse()
  expect(await site().tokens(request(), 'acme')).toMatchObject({ accessToken: 'at2' })
  expect(refreshed).toEqual(['rt0', 'rt1'])
})

test('an access token that one API has rejected is still returned for other APIs if there is no refresh token', async () => {
  issued = { refresh_token: undefined, scope: 'openid files' }
  const { made, request, browser, tokens } = await signedIn()
  idp.misbehave({ respond: async () => new Response(null, { status: 401 }) })
  const headers = new Headers()
  const fetchAs = made.fetchAs as (
    ...args: [Request, string, { headers: Headers }]
  ) => ReturnType<App['fetchAs']>
  const fetched = fetchAs(request(), 'acme', { headers })(`${idp.issuer}/files`)
  await expect(fetched).rejects.toMatchObject({ reason: 'reauthenticate' })
  browser.jar.take(new Response(null, { headers }), 'https://app.test')
  expect(await tokens()).toMatchObject({ ok: true, accessToken: 'at' })
})

test('after a refresh token was rejected, no tokens are returned until the next sign-in, even for the old cookie', async () => {
  const failures: EventMessages['tokenRefreshFailed'][] = []
  const { tokens, lost, browser } = await signedIn({
    events: { tokenRefreshFailed: (message) => void failures.push(message) },
  })
  now += 300_000
  refresh = () => Response.json({ error: 'invalid_grant' }, { status: 400 })
  expect(await lost()).toEqual({ ok: false, reason: 'reauthenticate' })
  expect(await tokens()).toEqual({ ok: false, reason: 'reauthenticate' })
  expect(await tokens()).toEqual({ ok: false, reason: 'reauthenticate' })
  expect(refreshed).toEqual(['rt0'])
  expect(failures).toMatchObject([{ provider: 'acme', providerAccountId: 'ada' }])
  issued = { ...issued, refresh_token: 'rt-new' }
  await signIn(browser)
  expect(await tokens()).toMatchObject({ ok: true })
})

test.each([
  ['500', () => new Response('down', { status: 500 })],
  ['429', () => new Response('', { status: 429, headers: { 'retry-after': '30' } })],
  ['a network failure', () => Promise.reject(new TypeError('fetch failed'))],
])('the tokens stay unchanged if the token endpoint responds with %s', async (_, respond) => {
  const { tokens } = await signedIn()
  now += 250_000
  const working = refresh
  refresh = respond
  expect(await tokens()).toMatchObject({ ok: true, accessToken: 'at' })
  now += 60_000
  expect(await tokens()).toMatchObject({ ok: false, reason: 'unavailable' })
  refresh = working
  now += 60_000
  expect(await tokens()).toMatchObject({ ok: true })
  expect(new Set(refreshed)).toEqual(new Set(['rt0']))
})

test('missing scopes need consent, and a sign-in that requests them also requests the scopes already granted', async () => {
  const { tokens, made, request } = await signedIn()
  expect(await tokens({ scopes: ['files', 'calendar'] })).toEqual({
    ok: false,
    reason: 'consent',
    missing: ['calendar'],
  })
  const { url } = await made.signIn('acme', { request: request(), scopes: ['calendar'] })
  expect(new URL(url).searchParams.get('scope')).toBe('openid profile email files calendar')
})

test('auth.fetch sends the token, and new tokens after a 401', async () => {
  const { made, request } = await signedIn()
  const headers = new Headers()
  const sent: (string | null)[] = []
  const { behaviour } = idp
  idp.misbehave({
    ...behaviour,
    async respond(received) {
      if (received.url.pathname !== '/userinfo') return behaviour.respond?.(received)
      const token = new Headers(received.init.headers).get('authorization')
      sent.push(token)
      return new Response(null, { status: token === 'Bearer at1' ? 200 : 401 })
    },
  })
  const fetchAs = made.fetchAs as (
    ...args: [Request, string, { headers: Headers }]
  ) => ReturnType<App['fetchAs']>
  const response = await fetchAs(request(), 'acme', { headers })(`${idp.issuer}/userinfo`)
  expect(response.status).toBe(200)
  expect(sent).toEqual([`Bearer ${idp.accessToken}`, 'Bearer at1'])
  expect(headers.get('set-cookie')).toContain(COOKIE)
})

test('auth.fetch sends a new token after a 401, even if a concurrent call returns the rejected token', async () => {
  const store: Store = memoryStore()
  const { made, request, lost } = await signedIn({ options: { secret: SECRET, store } })
  now += 300_000
  // The browser keeps the old cookie, so the next calls find the token `at1` in the store.
  await lost()
  const read = store.get.bind(store)
  let concurrent: Promise<unknown> = Promise.resolve()
  const sent: (string | null)[] = []
  const { behaviour } = idp
  idp.misbehave({
    ...behaviour,
    async respond(received) {
      if (received.url.pathname !== '/userinfo') return behaviour.respond?.(received)
      sent.push(new Headers(received.init.headers).get('authorization'))
      if (sent.length > 1) return new Response(null)
      const isReading = new Promise<void>((resolve) => {
        store.get = async (key) => {
          if (key.startsWith('token-replaced:')) {
            store.get = read
            resolve()
            await new Promise((done) => setTimeout(done, 100))
          }
          return read(key)
        }
      })
      concurrent = lost()
      await isReading
      return new Response(null, { status: 401 })
    },
  })
  const fetched = await made.fetchAs(request(), 'acme')(`${idp.issuer}/userinfo`)
  expect(await concurrent).toMatchObject({ ok: true, accessToken: 'at1' })
  expect([fetched.status, sent]).toEqual([200, ['Bearer at1', 'Bearer at2']])
})

describe('owner of the tokens', () => {
  test('the cookie of another session is not accepted', async () => {
    const { browser, lost, made } = await signedIn()
    const mallory = await signedIn({}, made)
    browser.jar.put(COOKIE, mallory.browser.jar.get(COOKIE) ?? '')
    expect(await lost()).toEqual({ ok: false, reason: 'notLinked' })
  })

  test('after the sign-out, the cookie of tokens is deleted, and an old copy is not accepted', async () => {
    const { browser, lost, request, made } = await signedIn()
    const before = request()
    await browser.post('/auth/signout')
    expect(browser.jar.header).not.toContain(COOKIE)
    expect(await lost()).toEqual({ ok: false, reason: 'signedOut' })
    expect(await made.tokens(before, 'acme')).toEqual({ ok: false, reason: 'signedOut' })
  })

  test('a sign-out at the provider revokes the tokens in the cookie', async () => {
    const { browser } = await signedIn({
      options: { secret: SECRET, providerTokens: { place: 'cookie' }, signOut: 'provider' },
    })
    await browser.post('/auth/signout')
    const revoked = idp.received.filter(({ url }) => url.pathname === '/revoke')
    expect(revoked.map(({ init }) => new URLSearchParams(String(init.body)).get('token'))).toEqual(['rt0'])
  })

  test('a sign-in without tokens deletes the cookie with the previous tokens', async () => {
    const password = credentials({
      id: 'password',
      input: { name: {} },
      authorize: () => ({ id: 'grace' }),
    })
    const made = site({ providers: [acme(), password] })
    const { browser, lost } = await signedIn({}, made)
    await browser.post('/auth/callback/password', { name: 'Grace' })
    expect(browser.jar.header).not.toContain(COOKIE)
    expect(await lost()).toEqual({ ok: false, reason: 'notLinked' })
  })

  test.each(['garbage', '', 'a.b.c.d.e'])(
    'the value %j of the token cookie is not accepted',
    async (value) => {
      const { browser, lost } = await signedIn()
      browser.jar.put(COOKIE, value)
      expect(await lost()).toEqual({ ok: false, reason: 'notLinked' })
      expect(await browser.session()).not.toBeNull()
    },
  )
})

describe('size limits', () => {
  const signedInWith = async (
    token: Record<string, unknown>,
    groups = 0,
    options: Partial<AppOptions> = {},
  ) => {
    issued = { ...issued, ...token }
    const made = site(options)
    const browser = new Browser(made.handle)
    const real = idp.misbehave.bind(idp)
    idp.misbehave = (behaviour) =>
      real({ ...behaviour, claims: (all) => ({ ...all, groups: 'g'.repeat(groups) }) })
    await signIn(browser)
    const request = (): Request =>
      new Request('https://app.test/', { headers: { cookie: browser.jar.header } })
    return { made, browser, tokens: () => made.tokens(request(), 'acme') }
  }

  test('long tokens are split into several cookies', async () => {
    const { tokens, browser } = await signedInWith({ access_token: 'a'.repeat(5_000) })
    expect(browser.jar.names).toContain(`${COOKIE}.1`)
    expect(await tokens()).toMatchObject({ ok: true, accessToken: 'a'.repeat(5_000) })
  })

  test('an ID token that is too long for the cookie is left out', async () => {
    const { tokens, browser } = await signedInWith({ access_token: 'a'.repeat(3_000) }, 9_000)
    expect((browser.jar.header ?? '').length).toBeLessThan(14_848)
    expect(await tokens()).toEqual(expect.not.objectContaining({ idToken: expect.anything() }))
    expect(await tokens()).toMatchObject({ ok: true })
  })

  test.each([0, 3_000])(
    'the provider cookie fits beside the token cookies and a session with %i more bytes',
    async (filling) => {
      const { tokens, browser } = await signedInWith({ access_token: 'a'.repeat(6_000) }, 1_100, {
        callbacks: { jwt: ({ token }) => ({ ...token, filling: 'x'.repeat(filling) }) },
        options: { signOut: 'provider' },
      })
      expect(browser.jar.get('__Host-authwright.provider')?.length).toBeGreaterThan(3_000)
      expect((browser.jar.header ?? '').length).toBeLessThan(14_848)
      expect(await tokens()).toMatchObject({ ok: true })
    },
  )

  test('an access token that is too long for the cookie is fetched with the refresh token, once', async () => {
    const { tokens, browser } = await signedInWith({ access_token: 'a'.repeat(11_000) })
    expect((browser.jar.header ?? '').length).toBeLessThan(14_848)
    refresh = () => tokenResponse({ access_token: `${refreshed.length}${'a'.repeat(11_000)}` })
    expect(await tokens()).toMatchObject({ ok: true, accessToken: `1${'a'.repeat(11_000)}` })
    expect(await tokens()).toMatchObject({ ok: true, accessToken: `1${'a'.repeat(11_000)}` })
    expect(refreshed).toEqual(['rt0'])
  })

  test('tokens that are too long are not stored, with a warning, and the sign-in succeeds', async () => {
    const { made, tokens, browser } = await signedInWith({
      access_token: 'a'.repeat(12_000),
      refresh_token: undefined,
    })
    expect(await browser.session()).not.toBeNull()
    expect(await tokens()).toEqual({ ok: false, reason: 'notLinked' })
    expect(made.warned.join()).toContain('token-cookie')
  })

  test('tokens are dropped from the cookie if the session grows too large', async () => {
    const made = site({
      callbacks: {
        jwt: (context) =>
          context.trigger === 'update' ? { ...context.token, filling: 'x'.repeat(8_000) } : context.token,
      },
    })
    issued = { ...issued, access_token: 'a'.repeat(6_000) }
    const browser = new Browser(made.handle)
    await signIn(browser)
    const request = (): Request =>
      new Request('https://app.test/', { headers: { cookie: browser.jar.header } })
    const { headers } = await made.update({}, { request: request() })
    browser.jar.take(new Response(null, { headers }), 'https://app.test')
    expect((browser.jar.header ?? '').length).toBeLessThan(15_000)
    expect(await browser.session()).not.toBeNull()
    expect(await made.tokens(request(), 'acme')).toEqual({ ok: false, reason: 'notLinked' })
  })
})

test('the tokens of any user cannot be read without an adapter', async () => {
  const { made } = await signedIn()
  for (const call of [made.tokens.forUser('ada', 'acme'), made.tokens.revokeAll('ada')]) {
    await expect(call).rejects.toThrow('Tokens of providers are stored by an adapter: call .adapter().')
  }
})
