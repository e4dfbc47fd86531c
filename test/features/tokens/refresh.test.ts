import { beforeEach, describe, expect, test, vi } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import type { EventMessages } from '../../../src/builder/auth-spec.js'
import type { TokenSet } from '../../../src/model/account.js'
import type {
  CommonOAuthSettings,
  TokenEndpoint,
  TokenRequestContext,
} from '../../../src/providers/kinds/oauth.js'
import type { Store } from '../../../src/stores/contract.js'
import { memoryStore } from '../../../src/stores/memory.js'
import type { Behaviour } from '../../../src/testing.js'
import { type AppOptions, app, SECRET } from '../../support/app.js'
import { Browser, locationOf } from '../../support/browser.js'
import { IdentityProvider } from '../../support/identity-provider.js'
import { acme, acmeOAuth } from '../../support/providers.js'

/*
 * The results of `auth.tokens`, and the requests to the provider.
 */

const provider = acme({
  authorization: { params: { scope: 'openid email files' } },
})

let idp: IdentityProvider
let adapter: ReturnType<typeof memory>
let now: number
/** The response of the token endpoint to a refresh. Default: new tokens with another refresh token. */
let refresh: (form: URLSearchParams) => Response | Promise<Response>
let refreshed: string[]

beforeEach(async () => {
  idp = await IdentityProvider.start()
  adapter = memory()
  now = Date.now()
  idp.clock = () => now
  refreshed = []
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

/** An application with the user signed in. */
async function signedIn(options: Partial<AppOptions> = {}, behaviour: Partial<Behaviour> = {}) {
  const clock = (): number => now
  const made = app({ providers: [provider], fetch: idp.fetch, adapter, clock, ...options })
  const browser = new Browser(made.handle)
  idp.misbehave({
    token: (tokens) => ({ ...tokens, refresh_token: 'rt0', scope: 'openid files' }),
    async respond({ url, init }) {
      const form = new URLSearchParams(String(init.body))
      if (url.pathname !== '/token' || form.get('grant_type') !== 'refresh_token') return undefined
      refreshed.push(form.get('refresh_token') ?? '')
      return refresh(form)
    },
    ...behaviour,
  })
  const callback = idp.authorize(locationOf(await browser.post('/auth/signin/acme')))
  await browser.send(callback.pathname + callback.search)
  const request = (): Request => new Request('https://app.test/', { headers: { cookie: browser.jar.header } })
  return {
    ...made,
    browser,
    tokens: (given?: Parameters<typeof made.tokens>[2]) => made.tokens(request(), 'acme', given),
    request,
    other: made,
  }
}

test('tokens of the sign-in are returned until they expire, without a request', async () => {
  const { tokens } = await signedIn()
  expect(await tokens()).toEqual({
    ok: true,
    accessToken: 'at',
    expiresAt: new Date(Math.floor(now / 1000 + 300) * 1000),
    scopes: ['openid', 'files'],
    tokenType: 'bearer',
    idToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
  })
  expect(refreshed).toEqual([])
})

test('without a stored token type, the token type is `bearer`', async () => {
  const { listAccountsByUserId } = adapter
  adapter.listAccountsByUserId = async (userId) => {
    const rows = await listAccountsByUserId(userId)
    return rows.map((row) => ({ ...row, token_type: null as unknown as undefined }))
  }
  const { tokens } = await signedIn()
  expect(await tokens()).toMatchObject({ ok: true, accessToken: 'at', tokenType: 'bearer' })
})

test('tokens with less than a minute left are refreshed with the newest refresh token', async () => {
  const { tokens } = await signedIn()
  now += 241_000
  expect(await tokens()).toMatchObject({ ok: true, accessToken: 'at1', scopes: ['openid', 'files'] })
  expect(await tokens()).toMatchObject({ accessToken: 'at1' })
  now += 300_000
  expect(await tokens()).toMatchObject({ accessToken: 'at2' })
  expect(refreshed).toEqual(['rt0', 'rt1'])
})

test('an access token that `account` of the provider does not store is returned after each refresh', async () => {
  const account: CommonOAuthSettings['account'] = ({ refresh_token }) => ({ refresh_token })
  const { tokens } = await signedIn({ providers: [acme({ account })] })
  expect(await tokens()).toMatchObject({ ok: true, accessToken: 'at1', expiresAt: expect.any(Date) })
  expect(await tokens()).toMatchObject({ ok: true, accessToken: 'at2' })
  expect(refreshed).toEqual(['rt0', 'rt1'])
  expect(await adapter.getAccount('ada', 'acme')).not.toHaveProperty('access_token')
})

test('validFor sets the minimum remaining lifetime', async () => {
  const { tokens } = await signedIn()
  expect(await tokens({ validFor: 299 })).toMatchObject({ accessToken: 'at' })
  expect(await tokens({ validFor: 300 })).toMatchObject({ accessToken: 'at1' })
})

test('TE-11: if a token response contains no refresh token, the previous refresh token is used again', async () => {
  const { tokens } = await signedIn()
  refresh = () => tokenResponse({ refresh_token: undefined })
  now += 300_000
  await tokens()
  now += 300_000
  await tokens()
  expect(refreshed).toEqual(['rt0', 'rt0'])
})

test('no refresh token is sent if the adapter cannot store new tokens', async () => {
  const { updateAccount: _, updateAccountIf: __, ...lacking } = adapter
  const errors: Error[] = []
  const { tokens } = await signedIn({
    adapter: lacking,
    options: { logger: { error: (error) => void errors.push(error) } },
  })
  now += 241_000
  expect(await tokens()).toMatchObject({ ok: true, accessToken: 'at' })
  now += 300_000
  expect(await tokens()).toEqual({ ok: false, reason: 'unavailable' })
  expect(refreshed).toEqual([])
  expect(errors.map(({ message }) => message)).toEqual([
    'The adapter lacks the method `updateAccount`, which refreshing tokens needs. Add it to the adapter.',
  ])
})

test('fifty concurrent calls send one token request', async () => {
  const { tokens } = await signedIn()
  now += 300_000
  const all = await Promise.all(Array.from({ length: 50 }, () => tokens()))
  expect(new Set(all.map((each) => each.ok && each.accessToken))).toEqual(new Set(['at1']))
  expect(refreshed).toEqual(['rt0'])
})

test.each([
  ['accepts the new secret', ['old'], ['old', 'new']],
  ['uses the new secret', ['old', 'new'], ['new', 'old']],
  ['does not have the old secret any more', ['new', 'old'], ['new']],
])(
  'a process that %s uses the same lock for refreshes as a process of the previous configuration',
  async (_, before, after) => {
    const [older, newer] = [before, after].map((all) => all.map((each) => `${each} ${SECRET}`))
    const store = { ...memoryStore(), scope: undefined } as unknown as Store
    const one = await signedIn({ options: { secret: newer ?? '', store } })
    const other = app({
      providers: [provider],
      fetch: idp.fetch,
      adapter,
      clock: () => now,
      options: { secret: older ?? '', store },
    })
    refresh = async () => {
      await new Promise((resolve) => setTimeout(resolve, 50))
      return tokenResponse()
    }
    now += 300_000
    const userId = (await one.sessions.current(one.request()))?.userId ?? ''
    const all = await Promise.all([one, other].map((each) => each.tokensOfUser(userId, 'acme')))
    expect(all.map(({ ok }) => ok)).toEqual([true, true])
    expect(refreshed).toEqual(['rt0'])
  },
)

test.each([
  ['the row', undefined],
  ['a shared store', (): Store => ({ ...memoryStore(), scope: undefined }) as unknown as Store],
])('only one of two processes refreshes the tokens, by %s', async (_, store) => {
  const options = store && { secret: SECRET, store: store() }
  const one = await signedIn({ ...(options && { options }) })
  const other = app({
    providers: [provider],
    fetch: idp.fetch,
    adapter,
    clock: () => now,
    ...(options && { options }),
  })
  now += 300_000
  const calls = Array.from({ length: 50 }, (_, index) =>
    index % 2 === 0 ? one.tokens() : other.tokens(one.request(), 'acme'),
  )
  const all = await Promise.all(calls)
  expect(new Set(all.map((each) => each.ok && each.accessToken))).toEqual(new Set(['at1']))
  expect(refreshed).toEqual(['rt0'])
  // The lease was released when the refresh finished. It did not expire.
  now += 300_000
  expect(await one.tokens()).toMatchObject({ ok: true, accessToken: 'at2' })
})

test('a process that was paused during a refresh by another process does not send the same refresh token again', async () => {
  let onRead: (() => Promise<void>) | undefined
  const sound = adapter
  const frozen = {
    ...sound,
    async updateAccountIf(...given: Parameters<typeof sound.updateAccountIf>) {
      const isWritten = await sound.updateAccountIf(...given)
      if (given[0].access_token === undefined) onRead = standStill
      return isWritten
    },
    async listAccountsByUserId(userId: string) {
      const rows = await sound.listAccountsByUserId(userId)
      const wait = onRead
      onRead = undefined
      await wait?.()
      return rows
    },
  }
  const one = await signedIn({ adapter: frozen as never })
  const other = app({ providers: [provider], fetch: idp.fetch, adapter: sound, clock: () => now })
  const standStill = async (): Promise<void> => {
    now += 21_000
    expect(await other.tokens(one.request(), 'acme')).toMatchObject({ ok: true, accessToken: 'at1' })
  }
  now += 300_000
  expect(await one.tokens()).toMatchObject({ ok: true, accessToken: 'at1' })
  expect(refreshed).toEqual(['rt0'])
})

test('a new sign-in stores its tokens', async () => {
  const { browser, tokens } = await signedIn()
  idp.accessToken = 'newer'
  const callback = idp.authorize(locationOf(await browser.post('/auth/signin/acme')))
  await browser.send(callback.pathname + callback.search)
  expect(await tokens()).toMatchObject({ accessToken: 'newer' })
})

test('a sign-in whose tokens do not expire replaces tokens that did', async () => {
  await signedIn()
  now += 400_000
  const { tokens } = await signedIn(
    {},
    { token: ({ expires_in: _, ...tokens }) => ({ ...tokens, access_token: 'new' }) },
  )
  expect(await tokens()).toMatchObject({ ok: true, accessToken: 'new', expiresAt: null })
  expect(refreshed).toEqual([])
})

test('TE-11: after invalid_grant, no tokens are returned until the user signs in again', async () => {
  const failed: EventMessages['tokenRefreshFailed'][] = []
  const { browser, tokens } = await signedIn({
    events: { tokenRefreshFailed: (message) => void failed.push(message) },
  })
  refresh = () => Response.json({ error: 'invalid_grant' }, { status: 400 })
  now += 241_000
  expect(await tokens()).toEqual({ ok: false, reason: 'reauthenticate' })
  expect(await tokens()).toEqual({ ok: false, reason: 'reauthenticate' })
  expect(refreshed).toEqual(['rt0'])
  expect(failed).toMatchObject([{ provider: 'acme', providerAccountId: 'ada' }])
  expect(failed[0]?.error.message).toContain('invalid_grant')
  refresh = () => tokenResponse()
  const callback = idp.authorize(locationOf(await browser.post('/auth/signin/acme')))
  await browser.send(callback.pathname + callback.search)
  expect(await tokens()).toMatchObject({ accessToken: 'at' })
  now += 300_000
  expect(await tokens()).toMatchObject({ ok: true, accessToken: 'at2' })
})

/** Responses of providers to a refresh token that they no longer accept. */
const deadTokenResponses: readonly (readonly [provider: string, status: number, body: unknown])[] = [
  ['GitHub', 200, { error: 'bad_refresh_token' }],
  ['Twitch', 400, { status: 400, message: 'Invalid refresh token' }],
  ['Atlassian', 403, { error: 'unauthorized_client', error_description: 'refresh_token is invalid' }],
  [
    'Strava',
    400,
    {
      message: 'Bad Request',
      errors: [{ resource: 'RefreshToken', field: 'refresh_token', code: 'invalid' }],
    },
  ],
  ['HubSpot', 400, { status: 'BAD_REFRESH_TOKEN', message: 'missing or unknown refresh token' }],
  ['Zoho', 200, { error: 'invalid_code' }],
  ['Figma', 400, { error: true, status: 400, message: 'Invalid refresh token' }],
  ['EVE Online', 400, { error: 'invalid_token', error_description: 'The refresh token is expired.' }],
  ['Supabase', 400, { code: 400, error_code: 'refresh_token_not_found', msg: 'Invalid Refresh Token' }],
  ['X', 400, { error: 'invalid_request', error_description: 'Value passed for the token was invalid.' }],
  ['Microsoft Entra ID', 400, { error: 'interaction_required', error_description: 'AADSTS50076' }],
]

test.each(deadTokenResponses)(
  'the user must sign in again after %s has rejected the refresh token with status %i',
  async (_, status, body) => {
    const failed: unknown[] = []
    const { tokens } = await signedIn({
      events: { tokenRefreshFailed: (message) => void failed.push(message) },
    })
    refresh = () => Response.json(body, { status })
    now += 301_000
    expect(await tokens()).toEqual({ ok: false, reason: 'reauthenticate' })
    now += 60_000
    expect(await tokens()).toEqual({ ok: false, reason: 'reauthenticate' })
    expect(refreshed).toEqual(['rt0'])
    expect(failed).toHaveLength(1)
  },
)

test.each<[string, number, unknown]>([
  ['a wrong client secret', 401, { error: 'invalid_client' }],
  ['a wrong client secret, with status 400', 400, { error: 'invalid_client' }],
  ['a wrong client secret at Twitch', 403, { status: 403, message: 'invalid client secret' }],
  ['a wrong client id at HubSpot', 400, { status: 'BAD_CLIENT_ID', message: 'missing or unknown client id' }],
  ['a wrong client at Atlassian', 401, { error: 'access_denied', error_description: 'Unauthorized' }],
  ['a wrong client at Strava', 400, { errors: [{ resource: 'Application', field: 'client_id' }] }],
  ['a client that may not refresh tokens', 400, { error: 'unauthorized_client' }],
  ['an unsupported grant type', 400, { error: 'unsupported_grant_type', error_description: 'refresh_token' }],
  ['an overload with status 400', 400, { error: 'temporarily_unavailable' }],
  ['a rate limit with status 403', 403, { message: 'API rate limit exceeded for refresh_token requests' }],
  ['a request timeout', 408, { message: 'timeout' }],
  ['a path that is not found', 404, { message: 'refresh_token endpoint not found' }],
])('%s with status %i does not mean that the refresh token was rejected', async (_, status, body) => {
  const failed: unknown[] = []
  const { tokens } = await signedIn({
    events: { tokenRefreshFailed: (message) => void failed.push(message) },
  })
  refresh = () => Response.json(body, { status })
  now += 301_000
  expect(await tokens()).toMatchObject({ ok: false, reason: 'unavailable' })
  refresh = () => tokenResponse()
  now += 60_000
  expect(await tokens()).toMatchObject({ ok: true })
  expect(failed).toEqual([])
})

test('an HTML error page of a firewall does not mean that the refresh token was rejected', async () => {
  const { tokens } = await signedIn()
  refresh = () => new Response('<h1>refresh_token: Forbidden</h1>', { status: 403 })
  now += 301_000
  expect(await tokens()).toMatchObject({ ok: false, reason: 'unavailable' })
})

test.each([
  ['500', () => new Response('<h1>', { status: 500 })],
  ['429', () => new Response('', { status: 429, headers: { 'retry-after': '7' } })],
  ['no response', () => Promise.reject(new TypeError('fetch failed'))],
  ['status 401', () => Response.json({ error: 'invalid_client' }, { status: 401 })],
  ['JSON without tokens', () => Response.json({ hello: 'world' })],
])(
  'if the token endpoint responds with %s, the old token is returned until it expires, and no request is sent during a pause',
  async (status, response) => {
    const { tokens } = await signedIn()
    refresh = response
    now += 280_000
    expect(await tokens()).toMatchObject({ ok: true, accessToken: 'at' })
    now += 21_000
    const none = await tokens()
    expect(none).toMatchObject({ ok: false, reason: 'unavailable' })
    const before = refreshed.length
    expect(await tokens()).toMatchObject({ ok: false, reason: 'unavailable', retryAfter: expect.any(Number) })
    // During the pause, no request is sent.
    expect(refreshed).toHaveLength(before)
    if (status === '429') expect(none).toMatchObject({ retryAfter: 7 })
    now += 8_000
    refresh = () => tokenResponse()
    expect(await tokens()).toMatchObject({ ok: true })
  },
)

test.each(['1.5', '-5', '2.5', 'soon'])(
  'the invalid Retry-After %s has the same effect as a missing header',
  async (value) => {
    const { tokens } = await signedIn()
    refresh = () => new Response('', { status: 429, headers: { 'retry-after': value } })
    now += 301_000
    await tokens()
    expect(await tokens()).toEqual({ ok: false, reason: 'unavailable', retryAfter: 5 })
    expect(refreshed).toHaveLength(1)
  },
)

test.each([
  (date: Date) => date.toUTCString(),
  (date: Date) => date.toUTCString().replace(/^(\w+), (\d+) (\w+) \d\d(\d\d) /, '$1day, $2-$3-$4 '),
])('Retry-After may be a date', async (format) => {
  now = Date.UTC(2026, 10, 30, 12)
  const { tokens } = await signedIn()
  now += 301_000
  const value = format(new Date(now + 90_000))
  refresh = () => new Response('', { status: 429, headers: { 'retry-after': value } })
  expect(await tokens()).toEqual({ ok: false, reason: 'unavailable', retryAfter: 90 })
})

test('a Retry-After that one process received also applies in other processes', async () => {
  const store = { ...memoryStore(), scope: undefined } as unknown as Store
  const options = { secret: SECRET, store }
  const one = await signedIn({ options })
  let isDiscovered: (() => void) | undefined
  const discovered = new Promise<void>((resolve) => {
    isDiscovered = resolve
  })
  const slow: typeof idp.fetch = async (url, init) => {
    if (String(url).includes('.well-known')) await discovered
    return idp.fetch(url, init)
  }
  const other = app({ providers: [provider], fetch: slow, adapter, clock: () => now, options })
  refresh = () => new Response('', { status: 429, headers: { 'retry-after': '7' } })
  now += 300_000
  const late = other.tokens(one.request(), 'acme')
  // Waits until the metadata of the provider is requested.
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(await one.tokens()).toMatchObject({ ok: false, reason: 'unavailable', retryAfter: 7 })
  isDiscovered?.()
  expect(await late).toMatchObject({ ok: false, reason: 'unavailable', retryAfter: 7 })
  expect(refreshed).toEqual(['rt0'])
})

test('TE-11: tokens with an ID token of another user are refused', async () => {
  const { tokens } = await signedIn({
    options: { secret: SECRET, providerTokens: { place: 'database', encrypted: false } },
  })
  expect((await adapter.getAccount('ada', 'acme'))?.['refresh_token']).toBe('rt0')
  const claims = {
    iss: idp.issuer,
    aud: 'client',
    iat: Math.floor(now / 1000) + 300,
    exp: Math.floor(now / 1000) + 900,
  }
  const id_token = await idp.sign({ ...claims, sub: 'eve' })
  refresh = () => tokenResponse({ id_token })
  now += 300_000
  expect(await tokens()).toEqual({ ok: false, reason: 'reauthenticate' })
  const stored = await adapter.getAccount('ada', 'acme')
  expect([stored?.['access_token'], stored?.['refresh_token']].join()).not.toMatch(/at1|rt1/)
  expect(stored?.['id_token']).not.toBe(id_token)
})

test.each([
  ['with a wrong issuer', () => idp.sign({ ...idTokenClaims(), iss: 'https://other.test' })],
  ['that has expired', () => idp.sign({ ...idTokenClaims(), exp: Math.floor(now / 1000) - 600 })],
  ['that is not a JWT', async () => 'no.jwt'],
  ['with a changed signature', async () => `${(await idp.sign(idTokenClaims())).slice(0, -8)}AAAAAAAA`],
])('a refresh with an ID token %s keeps the rotated refresh token', async (_, sign) => {
  const { logged, tokens } = await signedIn()
  refresh = async () => tokenResponse({ id_token: await sign() })
  now += 300_000
  expect(await tokens()).toMatchObject({ ok: false, reason: 'unavailable' })
  expect(logged).toHaveLength(1)
  refresh = () => tokenResponse()
  now += 6_000
  expect(await tokens()).toMatchObject({ ok: true, accessToken: 'at2' })
  // A provider that rotates refresh tokens revokes the grant if a token is sent twice.
  expect(refreshed).toEqual(['rt0', 'rt1'])
})

/** Claims of an ID token of the user after 300 seconds. */
const idTokenClaims = () => ({
  iss: idp.issuer,
  aud: 'client',
  sub: 'ada',
  iat: Math.floor(now / 1000),
  exp: Math.floor(now / 1000) + 900,
})

test('a new ID token of the same user replaces the previous ID token', async () => {
  const { tokens } = await signedIn()
  const claims = {
    iss: idp.issuer,
    aud: 'client',
    iat: Math.floor(now / 1000) + 300,
    exp: Math.floor(now / 1000) + 900,
  }
  const id_token = await idp.sign({ ...claims, sub: 'ada' })
  refresh = () => tokenResponse({ id_token })
  now += 300_000
  expect(await tokens()).toMatchObject({ ok: true, accessToken: 'at1', idToken: id_token })
})

test.each([null, 'no ID token'])('new tokens are accepted if the stored ID token is %j', async (id_token) => {
  const sound = adapter
  const listed = async (userId: string) =>
    (await sound.listAccountsByUserId(userId)).map((account) => ({ ...account, id_token }))
  const changed = { ...sound, listAccountsByUserId: listed }
  const { tokens } = await signedIn({ adapter: changed as never })
  const claims = {
    iss: idp.issuer,
    aud: 'client',
    iat: Math.floor(now / 1000) + 300,
    exp: Math.floor(now / 1000) + 900,
  }
  const another = await idp.sign({ ...claims, sub: 'ada' })
  refresh = () => tokenResponse({ id_token: another })
  now += 300_000
  expect(await tokens()).toMatchObject({ ok: true, accessToken: 'at1' })
  expect(refreshed).toEqual(['rt0'])
})

test('`tokens` names the scopes that were not granted', async () => {
  const { tokens } = await signedIn()
  expect(await tokens({ scopes: ['files'] })).toMatchObject({ ok: true })
  expect(await tokens({ scopes: ['files', 'calendar'] })).toEqual({
    ok: false,
    reason: 'consent',
    missing: ['calendar'],
  })
})

test('without a session, an account or a refresh token, no tokens are returned, and the reason is named', async () => {
  const { tokens: mine, other: auth } = await signedIn()
  expect(await auth.tokens(new Request('https://app.test/'), 'acme')).toEqual({
    ok: false,
    reason: 'signedOut',
  })
  expect(await auth.tokens.forUser('nobody', 'acme')).toEqual({ ok: false, reason: 'notLinked' })
  const account = await adapter.getAccount('ada', 'acme')
  expect(await auth.tokens.forUser(account?.userId ?? '', 'acme')).toMatchObject({ accessToken: 'at' })
  if (account) await adapter.updateAccount({ ...account, refresh_token: null as never })
  now += 300_000
  expect(await mine()).toEqual({ ok: false, reason: 'reauthenticate' })
})

test('refreshed tokens that could not be stored are stored later, without another token request', async () => {
  let broken = false
  const { updateAccountIf, ...others } = adapter
  const flaky = {
    ...others,
    updateAccountIf: async (...args: Parameters<NonNullable<typeof updateAccountIf>>) => {
      if (broken && args[0].access_token) throw new Error('connection lost')
      return updateAccountIf?.(...args) ?? false
    },
  }
  const { tokens } = await signedIn({ adapter: flaky })
  broken = true
  now += 300_000
  expect(await tokens()).toMatchObject({ ok: true, accessToken: 'at1' })
  expect(await tokens()).toMatchObject({ ok: true, accessToken: 'at1' })
  broken = false
  await expect
    .poll(async () => Number((await adapter.getAccount('ada', 'acme'))?.expires_at) * 1000 > now, {
      timeout: 5_000,
    })
    .toBe(true)
  await expect.poll(async () => (await tokens()).ok).toBe(true)
  expect(refreshed).toEqual(['rt0'])
})

test('new tokens that could not be stored for five minutes are logged as an error', async () => {
  let broken = false
  const { updateAccountIf } = adapter
  const flaky = {
    ...adapter,
    updateAccountIf: async (...args: Parameters<typeof updateAccountIf>) => {
      if (broken && args[0].access_token) throw new Error('connection lost')
      return updateAccountIf(...args)
    },
  }
  const { tokens, logged } = await signedIn({ adapter: flaky })
  broken = true
  now += 300_000
  expect(await tokens()).toMatchObject({ ok: true, accessToken: 'at1' })
  const before = performance.now()
  const time = vi.spyOn(performance, 'now').mockReturnValue(before + 5 * 60_000 + 1)
  try {
    const isLogged = (): boolean => logged.at(-1)?.message.startsWith('New tokens were not stored') ?? false
    for (let pause = 0; pause < 100 && !isLogged(); pause++)
      await new Promise((resolve) => setTimeout(resolve, 50))
    expect(isLogged()).toBe(true)
  } finally {
    time.mockRestore()
  }
})

test('if the database cannot delete a rejected refresh token, a call does not send the token again', async () => {
  let broken = false
  const { updateAccountIf } = adapter
  const flaky = {
    ...adapter,
    updateAccountIf: async (...args: Parameters<typeof updateAccountIf>) => {
      if (broken && 'access_token' in args[0]) throw new Error('connection lost')
      return updateAccountIf(...args)
    },
  }
  const { tokens } = await signedIn({ adapter: flaky })
  refresh = () => Response.json({ error: 'invalid_grant' }, { status: 400 })
  broken = true
  now += 300_000
  expect(await tokens()).toEqual({ ok: false, reason: 'unavailable' })
  expect(refreshed).toEqual(['rt0'])
  broken = false
  expect(await tokens()).toEqual({ ok: false, reason: 'reauthenticate' })
})

test('new tokens that could not be stored are not returned after they have expired', async () => {
  let broken = false
  const { updateAccountIf } = adapter
  const flaky = {
    ...adapter,
    updateAccountIf: async (...args: Parameters<typeof updateAccountIf>) => {
      if (broken && args[0].access_token) throw new Error('connection lost')
      return updateAccountIf(...args)
    },
  }
  const { tokens } = await signedIn({ adapter: flaky })
  broken = true
  now += 300_000
  expect(await tokens()).toMatchObject({ ok: true, accessToken: 'at1' })
  now += 301_000
  expect(await tokens()).toEqual({ ok: false, reason: 'unavailable' })
  broken = false
  await expect.poll(async () => (await tokens()).ok, { timeout: 5_000 }).toBe(true)
})

test.each([undefined, null])(
  'a token without an expiry (%s) gets no expiry from a response without one',
  async (expires_at) => {
    const { listAccountsByUserId } = adapter
    const foreign = {
      ...adapter,
      listAccountsByUserId: async (userId: string) =>
        (await listAccountsByUserId(userId)).map((row) => ({ ...row, expires_at }) as typeof row),
    }
    const { fetchAs, request } = await signedIn(
      { adapter: foreign, providers: [acme({ apiOrigins: ['https://api.test'] })] },
      {
        async respond({ url, init }) {
          if (url.origin === 'https://api.test') {
            const isOld = new Headers(init.headers).get('authorization') === 'Bearer at'
            return new Response(null, { status: isOld ? 401 : 200 })
          }
          const form = new URLSearchParams(String(init.body))
          if (url.pathname !== '/token' || form.get('grant_type') !== 'refresh_token') return undefined
          refreshed.push(form.get('refresh_token') ?? '')
          return tokenResponse({ expires_in: undefined })
        },
        token: ({ expires_in: _, ...tokens }) => ({ ...tokens, refresh_token: 'rt0', scope: 'openid files' }),
      },
    )
    expect((await fetchAs(request(), 'acme')('https://api.test/')).status).toBe(200)
    expect(refreshed).toEqual(['rt0'])
    expect((await adapter.getAccount('ada', 'acme'))?.expires_at ?? null).toBeNull()
  },
)

test('another process refreshes the tokens after the lock of a dead process has expired', async () => {
  const { tokens } = await signedIn()
  now += 300_000
  // The refresh never settles, as if its process had died.
  refresh = () => new Promise<never>(() => undefined)
  void tokens()
  await expect.poll(() => refreshed.length).toBe(1)
  const next = app({ providers: [provider], fetch: idp.fetch, adapter, clock: () => now })
  const account = await adapter.getAccount('ada', 'acme')
  refresh = () => tokenResponse()
  const waiting = next.tokens.forUser(account?.userId ?? '', 'acme')
  now += 21_000
  expect(await waiting).toMatchObject({ ok: true, accessToken: 'at2' })
})

test.each(['first', 'second'])(
  'if the response to the lock under the %s secret is lost, the next call is not delayed',
  async (which) => {
    const shared = memoryStore({ now: () => now })
    let locked = 0
    const failing = which === 'first' ? 1 : 2
    const { scope: _, ...others } = shared
    const store: Store = {
      ...others,
      async compareAndSet(key, expected, value, ttl) {
        const isSet = await shared.compareAndSet(key, expected, value, ttl)
        // The value is set, but the response is lost.
        if (key.includes('token-refresh:') && ++locked === failing) throw new Error('Connection lost')
        return isSet
      },
    }
    const { tokens } = await signedIn({ options: { secret: [`new ${SECRET}`, `old ${SECRET}`], store } })
    now += 300_000
    expect(await tokens()).toEqual({ ok: false, reason: 'unavailable' })
    const begun = performance.now()
    expect(await tokens()).toMatchObject({ ok: true, accessToken: 'at1' })
    expect(performance.now() - begun).toBeLessThan(5_000)
    expect(refreshed).toEqual(['rt0'])
  },
)

describe('a provider with a custom function for the token request', () => {
  const exchange = async ({ params, checks, provider: { callbackUrl }, fetch }: TokenRequestContext) => {
    const form = { grant_type: 'authorization_code', code: params['code'] ?? '', redirect_uri: callbackUrl }
    const response = await fetch('https://idp.test/token', {
      method: 'POST',
      headers: { authorization: `Basic ${btoa('client:s-e_c.r*et')}` },
      body: new URLSearchParams({ ...form, code_verifier: checks.code_verifier ?? '' }),
    })
    return { tokens: (await response.json()) as TokenSet }
  }

  test('a provider with `token.request` has its tokens refreshed at `token.url`', async () => {
    const token = { url: 'https://idp.test/token', request: exchange }
    const { tokens } = await signedIn({ providers: [acme({ token })] })
    now += 301_000
    expect(await tokens()).toMatchObject({ ok: true, accessToken: 'at1' })
  })

  test('a provider with `token.request` has its tokens refreshed by `token.refresh`', async () => {
    const given: unknown[] = []
    const token: TokenEndpoint = {
      request: exchange,
      refresh({ refreshToken, provider: { id }, fetch }) {
        given.push([refreshToken, id, typeof fetch])
        return { tokens: { access_token: 'own', token_type: 'bearer', expires_in: 300 } }
      },
    }
    const { tokens } = await signedIn({ providers: [acme({ token })] })
    now += 301_000
    expect(await tokens()).toMatchObject({ ok: true, accessToken: 'own' })
    expect(given).toEqual([['rt0', 'acme', 'function']])
    expect(refreshed).toEqual([])
  })

  test('`resource` is rejected for a provider with `token.refresh`, which does not receive the resource', async () => {
    const token: TokenEndpoint = {
      request: exchange,
      refresh: () => ({ tokens: { access_token: 'usual', token_type: 'bearer', expires_in: 300 } }),
    }
    const { tokens } = await signedIn({ providers: [acme({ token })] })
    const message =
      "The provider 'acme' has `token.refresh`, which requests no tokens for a `resource`. Omit `resource`."
    await expect(tokens({ resource: 'https://files.test/' })).rejects.toMatchObject({
      type: 'InvalidProvider',
      message: expect.stringContaining(message),
    })
    expect(await tokens()).toMatchObject({ ok: true, accessToken: 'at' })
    now += 301_000
    expect(await tokens()).toMatchObject({ ok: true, accessToken: 'usual' })
  })

  test.each([
    ['the error invalid_grant', { error: 'invalid_grant' }, 'reauthenticate'],
    [
      'the error invalid_grant and the access token `null`',
      { error: 'invalid_grant', access_token: null },
      'reauthenticate',
    ],
    ['the error invalid_client', { error: 'invalid_client' }, 'unavailable'],
    ['the error temporarily_unavailable', { error: 'temporarily_unavailable' }, 'unavailable'],
    ['no tokens', {}, 'unavailable'],
    ['undefined', undefined, 'unavailable'],
  ])('`token.refresh` may return %s', async (_, returned, reason) => {
    const token = { request: exchange, refresh: () => ({ tokens: returned as never }) }
    const { tokens } = await signedIn({ providers: [acme({ token })] })
    now += 301_000
    expect(await tokens()).toMatchObject({ ok: false, reason })
  })

  test('a refresh token stays stored while the configuration does not define how tokens are refreshed', async () => {
    const failed: EventMessages['tokenRefreshFailed'][] = []
    const withToken = (token: TokenEndpoint) => ({
      providers: [acmeOAuth({ token, profile: ({ sub }) => ({ id: String(sub) }) })],
    })
    const { tokens, logged, request } = await signedIn({
      ...withToken({ request: exchange }),
      events: { tokenRefreshFailed: (message) => void failed.push(message) },
    })
    now += 301_000
    expect(await tokens()).toEqual({ ok: false, reason: 'unavailable' })
    expect(logged.map(({ message }) => message)).toEqual([
      "The tokens of 'acme' could not be refreshed: The provider 'acme' has no configuration for refreshing tokens: set `token.url` or `token.refresh`.",
    ])
    expect(failed).toEqual([])
    now += 60_000
    const corrected = app({
      ...withToken({ url: 'https://idp.test/token', request: exchange }),
      fetch: idp.fetch,
      adapter,
      clock: () => now,
    })
    expect(await corrected.tokens(request(), 'acme')).toMatchObject({ ok: true, accessToken: 'at1' })
    expect(refreshed).toEqual(['rt0'])
  })

  test.each(['https://10.0.0.9/token', 'http://169.254.169.254/token', 'not a URL'])(
    'DI-8: no refresh token is sent to the token endpoint that an issuer publishes as %s',
    async (token_endpoint) => {
      const failed: EventMessages['tokenRefreshFailed'][] = []
      let published = token_endpoint
      const { tokens, logged } = await signedIn(
        {
          providers: [acme({ token: { request: exchange } })],
          events: { tokenRefreshFailed: (message) => void failed.push(message) },
        },
        { discovery: (document) => ({ ...document, token_endpoint: published }) },
      )
      now += 301_000
      expect(await tokens()).toEqual({ ok: false, reason: 'unavailable' })
      expect(logged[0]?.message).toContain('`token_endpoint`')
      expect(failed).toEqual([])
      expect(idp.received.filter(({ init }) => String(init.body).includes('rt0'))).toEqual([])
      const [user] = await adapter.listUsers({ limit: 1 })
      const [account] = await adapter.listAccountsByUserId(user?.id ?? '')
      expect(account?.refresh_token).toEqual(expect.any(String))
      published = 'https://idp.test/token'
      // Later, the cached document may no longer be used, so the next call waits for the new one.
      now += 25 * 3_600_000
      expect(await tokens()).toMatchObject({ ok: true, accessToken: 'at1' })
      expect(refreshed).toEqual(['rt0'])
    },
  )
})

test('a response with status 200 and an error about the refresh token means that the user must sign in again', async () => {
  const { tokens } = await signedIn()
  refresh = () => Response.json({ code: 20026, msg: 'refresh token is invalid' })
  now += 301_000
  expect(await tokens()).toEqual({ ok: false, reason: 'reauthenticate' })
  now += 60_000
  expect(await tokens()).toEqual({ ok: false, reason: 'reauthenticate' })
  expect(refreshed).toEqual(['rt0'])
})
