import { type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import type { AuthSpec } from '../../src/builder/auth-spec.js'
import { credentials } from '../../src/providers/credentials.js'
import type { Provider } from '../../src/providers/kinds/provider.js'
import { type AppOptions, app, SECRET } from '../support/app.js'
import { Browser } from '../support/browser.js'

const COOKIE = '__Host-authwright.session-token'

const password: Provider = credentials({
  input: {},
  authorize: () => ({ id: 'u1', name: 'Ada' }),
})

const start = (jwt: AuthSpec['jwt'], more: Partial<AppOptions> = {}): Browser =>
  new Browser(app({ providers: [password], jwt, ...more }).handle)

const signIn = (browser: Browser): Promise<Response> => browser.post('/auth/callback/credentials')

/** Signs tokens without encryption, so that the test can read them. */
const signed = {
  encode: async ({ token, secret }) =>
    new SignJWT({ ...token } as JWTPayload).setProtectedHeader({ alg: 'HS256' }).sign(keyOf(secret)),
  decode: async ({ token, secret }) => (await jwtVerify(token ?? '', keyOf(secret))).payload,
} satisfies AuthSpec['jwt']

const keyOf = (secret: string | readonly string[]): Uint8Array => new TextEncoder().encode([secret].flat()[0])

describe('encode and decode', () => {
  test('the options `encode` and `decode` create and read the session token', async () => {
    const browser = start(signed)
    await signIn(browser)
    const { payload } = await jwtVerify(browser.jar.get(COOKIE) ?? '', keyOf(SECRET))
    expect(payload).toMatchObject({ sub: 'u1', name: 'Ada', jti: expect.any(String) })
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(2_592_000)
    expect(await browser.session()).toMatchObject({ user: { name: 'Ada' } })
  })

  test('encode and decode receive secret, salt and lifetime', async () => {
    const told: object[] = []
    const browser = start(
      {
        encode: (params) => {
          told.push({ ...params, token: typeof params.token })
          return signed.encode(params)
        },
        decode: (params) => {
          told.push({ ...params, token: typeof params.token })
          return signed.decode(params)
        },
      },
      { options: { secret: ['new', 'old'] }, session: { maxAge: 60 } },
    )
    await signIn(browser)
    await browser.session()
    expect(told).toEqual([
      { token: 'object', secret: ['new', 'old'], salt: COOKIE, maxAge: 60 },
      { token: 'string', secret: ['new', 'old'], salt: COOKIE },
    ])
  })

  test('a session whose custom token has no `iat` ends at the `exp` of the token', async () => {
    const { handle, session, sessions } = app({
      providers: [password],
      jwt: {
        ...signed,
        encode: ({ token, ...others }) => signed.encode({ ...others, token: { ...token, iat: undefined } }),
      },
    })
    const browser = new Browser(handle)
    await signIn(browser)
    const request = new Request(browser.origin, { headers: { cookie: browser.jar.header } })
    const thisMonth = Date.now() + 29 * 86_400_000
    const shown = (await session(request)) as { expires: string } | null
    expect(Date.parse(shown?.expires ?? '')).toBeGreaterThan(thisMonth)
    const info = await sessions.current(request)
    expect(info?.expires.getTime()).toBeGreaterThan(thisMonth)
    expect(info?.lastUsedAt).toBeNull()
  })

  test('custom encode and decode functions cannot extend a session with an expired or future token', async () => {
    const now = Math.floor(Date.now() / 1000)
    for (const times of [
      { iat: now - 100, exp: now },
      { iat: now + 90, exp: now + 180 },
    ]) {
      const browser = start({
        ...signed,
        decode: async (params) => ({ ...(await signed.decode(params)), ...times }),
      })
      await signIn(browser)
      expect(await browser.session()).toBeNull()
    }
  })

  test.each([
    ['throws', () => Promise.reject(new Error('no'))],
    ['returns null', () => null],
    ['returns claims without a subject', () => ({ name: 'Ada' })],
  ])('no user is signed in if the decoder %s', async (_, decode) => {
    const browser = start({ ...signed, decode })
    await signIn(browser)
    expect(await browser.session()).toBeNull()
    expect(browser.jar.names).not.toContain(COOKIE)
  })

  test('an encoder that throws does not sign a user in, and the log contains the reason', async () => {
    for (const encode of [() => '', () => Promise.reject(new Error('no'))]) {
      const { handle, logged } = app({ providers: [password], jwt: { ...signed, encode } })
      const browser = new Browser(handle)
      const response = await signIn(browser)
      expect(response.headers.get('location')).toMatch(
        /^https:\/\/app\.test\/auth\/error\?error=Configuration&reference=[\w-]{8}$/,
      )
      expect(browser.jar.names).not.toContain(COOKIE)
      expect(logged).toMatchObject([{ type: 'JWTSessionError' }])
    }
  })

  test('a token without `exp` gets one at its next read', async () => {
    const browser = start({
      ...signed,
      decode: async (params) => {
        const { iat, exp, '~session': _, ...claims } = await signed.decode(params)
        return claims['aged'] ? { ...claims, iat, exp } : claims
      },
      encode: ({ token, ...params }) =>
        signed.encode({ ...params, token: { ...token, aged: true } as object }),
    })
    await signIn(browser)
    const without = await new SignJWT({ sub: 'u1', name: 'Ada' })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(keyOf(SECRET))
    browser.jar.put(COOKIE, without)
    expect(await browser.session()).toMatchObject({ user: { name: 'Ada' } })
    const { payload } = await jwtVerify(browser.jar.get(COOKIE) ?? '', keyOf(SECRET))
    expect(payload).toMatchObject({ exp: expect.any(Number), '~session': { start: expect.any(Number) } })
  })
})

test('session tokens can have their own secret, which can be rotated', async () => {
  const before = start({ secret: 'tokens' })
  await signIn(before)
  for (const [secret, session] of [
    [['newer', 'tokens'], { user: { name: 'Ada' } }],
    [['newer'], null],
  ] as const) {
    const after = new Browser(start({ secret }).handle, before.origin, before.jar.clone())
    const read = await after.session()
    if (session) expect(read).toMatchObject(session)
    else expect(read).toBeNull()
  }
})

describe('maxAge', () => {
  const clockAt = (seconds: { now: number }) => () => seconds.now * 1000

  test('an unused token ends after `jwt.maxAge`', async () => {
    const time = { now: 2_000_000_000 }
    const { handle } = app({ providers: [password], jwt: { maxAge: 600 }, clock: clockAt(time) })
    const browser = new Browser(handle)
    await signIn(browser)
    const { expires } = await browser.session()
    expect(Date.parse(expires)).toBe((2_000_000_000 + 600) * 1000)
    time.now += 600
    expect(await browser.session()).toBeNull()
  })

  test('a session shorter than a day is extended while it is used', async () => {
    const time = { now: 2_000_000_000 }
    const { handle } = app({ providers: [password], jwt: { maxAge: 600 }, clock: clockAt(time) })
    const browser = new Browser(handle)
    await signIn(browser)
    for (let step = 0; step < 10; step++) {
      time.now += 400
      expect(await browser.session()).toMatchObject({ user: { name: 'Ada' } })
    }
  })
})
