/** All requests to a provider that a user waits for share one time limit. */

import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import { memoryStore } from '../../../src/stores/memory.js'
import { type Behaviour, signingKey } from '../../../src/testing.js'
import { type AppOptions, app, SECRET } from '../../support/app.js'
import { Browser, flowsOf, locationOf } from '../../support/browser.js'
import { IdentityProvider } from '../../support/identity-provider.js'
import { acme, acmeOAuth } from '../../support/providers.js'

/** Maximum seconds that a user may wait. */
const LIMIT = 12

let idp: IdentityProvider
let now: number
/** Seconds that each response of the provider takes. */
let seconds: number
/** The path of a response that takes a minute. */
let hanging: string | undefined
let waiting: number

beforeEach(async () => {
  idp = await IdentityProvider.start()
  now = Date.now()
  idp.clock = () => now
  seconds = 0
  hanging = undefined
  waiting = 0
  behave({})
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})

afterEach(() => vi.useRealTimers())

const behave = ({ respond, ...behaviour }: Partial<Behaviour>): void =>
  idp.misbehave({
    ...behaviour,
    async respond(request) {
      waiting += 1
      const delay = request.url.pathname === hanging ? 60 : seconds
      if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay * 1000))
      waiting -= 1
      return respond?.(request)
    },
  })

/** The result, and the seconds that the caller waited. The fake clock advances only while a response of the provider is pending. */
async function timed<Result>(result: Promise<Result>): Promise<{ result: Result; waited: number }> {
  let isDone = false
  let waited = 0
  const settled = result.finally(() => {
    isDone = true
  })
  settled.catch(() => undefined)
  for (;;) {
    // A pause in real time, in which the code under test continues.
    await pause(25)
    if (isDone) return { result: await settled, waited }
    if (waiting === 0) continue
    vi.advanceTimersByTime(1000)
    waited += 1
  }
}

/** Lets the provider finish all responses. */
const finishResponses = async (): Promise<void> => {
  do {
    vi.advanceTimersByTime(1000)
    await pause(25)
  } while (waiting > 0)
}

/** A process of the application that has fetched nothing from the provider. */
const startProcess = (options: Partial<AppOptions> = {}) =>
  app({ providers: [acme()], fetch: idp.fetch, clock: () => now, ...options })

/** Starts a sign-in in a browser, and returns the callback. */
async function callbackOf(browser: Browser) {
  const begun = await browser.post('/auth/signin/acme', { callbackUrl: '/inside' })
  const { pathname, search } = idp.authorize(locationOf(begun))
  return { finish: (at = browser) => timed(at.send(pathname + search)) }
}

/** The callback of a sign-in that another process began. */
async function callback(options: Partial<AppOptions> = {}) {
  const before = new Browser(startProcess(options).handle)
  const { finish } = await callbackOf(before)
  const { handle, warned } = startProcess(options)
  const browser = new Browser(handle)
  for (const name of before.jar.names) browser.jar.put(name, before.jar.get(name) ?? '')
  return { browser, warned, finish: () => finish(browser) }
}

/** The warning about the tokens of a sign-in that took too long. */
const LATE_TOKENS =
  "late-tokens: A sign-in with 'acme' took longer than the time limit, so the user was not signed in. Its tokens are not stored, and stay valid at the provider until they expire."

const expectUnavailable = ({ result, waited }: { result: Response; waited: number }): void => {
  expect(locationOf(result).searchParams.get('error')).toBe('OAuthUnavailable')
  expect(waited).toBeGreaterThan(5)
  expect(waited).toBeLessThanOrEqual(LIMIT)
}

describe('a callback', () => {
  test('if metadata and keys take too long together, the code is not sent, and the callback can be repeated', async () => {
    const { browser, finish, warned } = await callback()
    seconds = 6
    expectUnavailable(await finish())
    expect(idp.requestCount('/token')).toBe(0)
    expect(flowsOf(browser)).toHaveLength(1)
    await finishResponses()
    expect(warned).toEqual([])
    const { result, waited } = await finish()
    expect(locationOf(result).pathname).toBe('/inside')
    expect(waited).toBe(6)
    expect(await browser.session()).not.toBeNull()
  })

  test.each<[string, number, Partial<AppOptions>]>([
    ['metadata, keys, tokens and UserInfo response', 3, { providers: [acme({ idToken: false })] }],
    ['tokens and profile', 8, { providers: [acmeOAuth()] }],
    [
      'tokens and the responses to a custom request',
      4,
      {
        providers: [
          acmeOAuth({
            userinfo: {
              async request({ fetch, tokens }) {
                const headers = { authorization: `Bearer ${tokens.access_token}` }
                await fetch(`${idp.issuer}/userinfo`, { headers })
                return (await fetch(`${idp.issuer}/userinfo`, { headers })).json()
              },
            },
          }),
        ],
      },
    ],
  ])('a sign-in fails if %s take too long together', async (_, each, options) => {
    const { browser, finish, warned } = await callback(options)
    seconds = each
    expectUnavailable(await finish())
    expect(idp.requestCount('/token')).toBe(1)
    expect(warned).toEqual([])
    await finishResponses()
    expect(warned).toEqual([LATE_TOKENS])
    expect(await browser.session()).toBeNull()
    expect(flowsOf(browser)).toEqual([])
  })

  test('the log contains a warning about the tokens of a sign-in whose UserInfo request exceeds the time limit and fails', async () => {
    const { finish, warned } = await callback({ providers: [acmeOAuth()] })
    behave({
      respond: ({ url }) => (url.pathname === '/userinfo' ? new Response(null, { status: 500 }) : undefined),
    })
    seconds = 8
    expectUnavailable(await finish())
    await finishResponses()
    expect(warned).toEqual([LATE_TOKENS])
  })

  test('while the JWKS endpoint hangs, cached keys are used, and enough time is left for the token request', async () => {
    const { handle } = startProcess()
    const signIn = async (): Promise<{ path: string; waited: number }> => {
      const { finish } = await callbackOf(new Browser(handle))
      const { result, waited } = await finish()
      return { path: locationOf(result).pathname, waited }
    }
    await signIn()
    now += 11 * 60_000
    hanging = '/jwks'
    const { path, waited } = await signIn()
    expect(path).toBe('/inside')
    expect(waited).toBeGreaterThanOrEqual(3)
    expect(waited).toBeLessThanOrEqual(LIMIT)
    // The provider has still not responded, but the next user does not wait.
    expect(await signIn()).toMatchObject({ path: '/inside' })
    expect(idp.requestCount('/jwks')).toBe(2)
    await finishResponses()
  })

  test('a code is not sent if less than three seconds are left for the token request', async () => {
    const { browser, finish } = await callback()
    seconds = 4
    expectUnavailable(await finish())
    expect(idp.requestCount('/token')).toBe(0)
    await finishResponses()
    expect(locationOf((await finish()).result).pathname).toBe('/inside')
    expect(await browser.session()).not.toBeNull()
  })

  test('the time limit for provider requests does not include the time of the store', async () => {
    const store = memoryStore()
    const slow = {
      ...store,
      async compareAndSet(...args: Parameters<typeof store.compareAndSet>) {
        vi.advanceTimersByTime(4000)
        return store.compareAndSet(...args)
      },
    }
    const { finish } = await callback({ options: { secret: SECRET, store: slow } })
    seconds = 3
    expect(locationOf((await finish()).result).pathname).toBe('/inside')
  })

  test('fetching the JWKS again for a rotated key counts towards the time limit', async () => {
    const { handle, warned } = startProcess()
    await callbackOf(new Browser(handle)).then(({ finish }) => finish())
    const browser = new Browser(handle)
    const { finish } = await callbackOf(browser)
    idp.keys = [await signingKey('two')]
    seconds = 6
    expectUnavailable(await finish())
    expect(idp.requestCount('/jwks')).toBe(2)
    await finishResponses()
    expect(await browser.session()).toBeNull()
    expect(warned).toEqual([LATE_TOKENS])
  })

  test('a sign-in succeeds if all responses take nine seconds together', async () => {
    const { browser, finish } = await callback()
    seconds = 3
    const { result, waited } = await finish()
    expect([locationOf(result).pathname, waited]).toEqual(['/inside', 9])
    expect(await browser.session()).not.toBeNull()
  })
})

/** Responses of the token endpoint to refreshes, and the refresh tokens that it received. */
const refreshing = (): string[] => {
  const sent: string[] = []
  behave({
    token: (tokens) => ({ ...tokens, refresh_token: 'rt0' }),
    respond({ url, init }) {
      const form = new URLSearchParams(String(init.body))
      if (url.pathname !== '/token' || form.get('grant_type') !== 'refresh_token') return undefined
      sent.push(String(form.get('refresh_token')))
      return Response.json({
        access_token: `at${sent.length}`,
        token_type: 'Bearer',
        expires_in: 3600,
        refresh_token: `rt${sent.length}`,
      })
    },
  })
  return sent
}

describe.each([
  ['the database', (): Partial<AppOptions> => ({ adapter: memory() })],
  [
    'a cookie',
    (): Partial<AppOptions> => ({
      options: { secret: SECRET, store: memoryStore(), providerTokens: { place: 'cookie' } },
    }),
  ],
])('a refresh of tokens in %s', (_, place) => {
  /** A user who is signed in, in a process that has fetched nothing from the provider. */
  const signedIn = async () => {
    const options = place()
    const browser = new Browser(startProcess(options).handle)
    const sent = refreshing()
    await callbackOf(browser).then(({ finish }) => finish())
    const { tokens } = startProcess(options)
    const request = (): Request =>
      new Request('https://app.test/', { headers: { cookie: browser.jar.header } })
    const call = (validFor = 60) => tokens(request(), 'acme', { validFor })
    return { sent, call, tokens: (validFor?: number) => timed(call(validFor)) }
  }

  test('a call for tokens waits no longer than the limit, and the next call gets the new tokens', async () => {
    const { sent, tokens } = await signedIn()
    now += 300_000
    seconds = 6
    const { result, waited } = await tokens()
    expect(result).toEqual({ ok: false, reason: 'unavailable' })
    expect(waited).toBeGreaterThan(5)
    expect(waited).toBeLessThanOrEqual(LIMIT)
    expect((await tokens()).result).toMatchObject({ accessToken: 'at1' })
    expect(sent).toEqual(['rt0'])
  })

  test('a call for tokens returns the previous tokens at the limit if these are still valid', async () => {
    const { sent, tokens } = await signedIn()
    seconds = 6
    const { result, waited } = await tokens(300)
    expect(result).toMatchObject({ ok: true, accessToken: 'at' })
    expect(waited).toBeLessThanOrEqual(LIMIT)
    expect((await tokens(300)).result).toMatchObject({ accessToken: 'at1' })
    expect(sent).toEqual(['rt0'])
  })

  test('a call for tokens that joins a running refresh waits no longer than the limit', async () => {
    const { sent, call, tokens } = await signedIn()
    now += 300_000
    seconds = 6
    const first = call()
    const { result, waited } = await tokens()
    expect([await first, result]).toEqual(Array(2).fill({ ok: false, reason: 'unavailable' }))
    expect(waited).toBeLessThanOrEqual(LIMIT)
    expect((await tokens()).result).toMatchObject({ accessToken: 'at1' })
    expect(sent).toEqual(['rt0'])
  })

  test('a call for tokens that joins a running refresh returns the previous tokens at the limit if these are still valid', async () => {
    const { sent, call, tokens } = await signedIn()
    now += 180_000
    seconds = 6
    const first = call(300)
    while (waiting === 0) await pause(5)
    const { result, waited } = await timed(Promise.all([first, call()]))
    expect(result).toMatchObject(Array(2).fill({ ok: true, accessToken: 'at' }))
    expect(waited).toBeLessThanOrEqual(LIMIT)
    expect((await tokens(300)).result).toMatchObject({ accessToken: 'at1' })
    expect(sent).toEqual(['rt0'])
  })
})

test('a logout token is refused in time if metadata and keys take too long together', async () => {
  const { handle } = startProcess({ providers: [acme({ backchannelLogout: true })] })
  const time = Math.floor(now / 1000)
  const logout_token = await idp.sign(
    {
      iss: idp.issuer,
      aud: 'client',
      iat: time,
      exp: time + 120,
      jti: 'one',
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
      sub: 'ada',
    },
    { typ: 'logout+jwt' },
  )
  const post = () =>
    timed(
      handle(
        new Request('https://app.test/auth/backchannel-logout/acme', {
          method: 'POST',
          body: new URLSearchParams({ logout_token }),
        }),
      ),
    )
  seconds = 7
  const { result, waited } = await post()
  expect(result.status).toBe(400)
  expect(waited).toBeLessThanOrEqual(LIMIT)
  await finishResponses()
  expect((await post()).result.status).toBe(200)
})
