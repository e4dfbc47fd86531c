import { hkdfSync } from 'node:crypto'
import { base64url, calculateJwkThumbprint, decodeProtectedHeader, EncryptJWT, type JWTPayload } from 'jose'
import { describe, expect, test } from 'vitest'
import { memory } from '../../src/adapters/memory.js'
import { decode } from '../../src/jwt.js'
import type { Browser } from '../support/browser.js'
import { type Pair, pair, signIn } from './support/pair.js'

const user = { name: 'Ada' }

/** In each direction, the first browser signs in, and the second browser reads the session. */
const directions: readonly [string, (both: Pair) => [Browser, Browser]][] = [
  ['Authwright reads sessions of Auth.js', ({ theirs, ours }) => [theirs, ours]],
  ['Auth.js reads sessions of Authwright', ({ theirs, ours }) => [ours, theirs]],
]

describe.each(directions)('%s', (_, choose) => {
  test.each(['https://app.test', 'http://localhost:3000'])(
    'each library reads a session of the other library at %s',
    async (origin) => {
      const [first, second] = choose(pair({ origin }))
      await signIn(first)
      expect(await second.session()).toMatchObject({ user })
      expect(await first.session()).toMatchObject({ user })
    },
  )

  test('each library reads a session of the other library in several cookies', async () => {
    const both = pair({ jwt: ({ token }) => ({ ...token, about: 'x'.repeat(4_000) }) })
    const [first, second] = choose(both)
    await signIn(first)
    const names = both.jar.names.filter((name) => name.includes('session-token'))
    expect(names).toEqual(['__Secure-authjs.session-token.0', '__Secure-authjs.session-token.1'])
    expect(decodeURIComponent(both.jar.get(names[0] ?? '') ?? '')).toHaveLength(3_936)
    expect(await second.session()).toMatchObject({ user })
    await second.post('/auth/session', { data: 'x' })
    expect(await first.session()).toMatchObject({ user })
  })

  test('a session that becomes smaller leaves no cookies of the other library', async () => {
    let size = 4_000
    const both = pair({ jwt: ({ token }) => ({ ...token, about: 'x'.repeat(size) }) })
    const [first, second] = choose(both)
    await signIn(first)
    size = 10
    await second.session()
    expect(both.jar.names.filter((name) => name.includes('session-token'))).toEqual([
      '__Secure-authjs.session-token',
    ])
    expect(await first.session()).toMatchObject({ user })
  })

  test('each library reads a session of the other library after the secret was rotated', async () => {
    const before = pair({ secrets: ['old', 'old'] })
    await signIn(choose(before)[0])
    const after = pair({
      secrets: [
        ['new', 'old'],
        ['new', 'old'],
      ],
    })
    for (const name of before.jar.names) after.jar.put(name, before.jar.get(name) ?? '')
    expect(await choose(after)[1].session()).toMatchObject({ user })
  })

  test('each library reads a session of the other library with a separate secret for session tokens', async () => {
    const secret = 'for tokens alone'
    const [first, second] = choose(pair({ theirJwt: { secret } as object, ourJwt: { secret } }))
    await signIn(first)
    expect(await second.session()).toMatchObject({ user })
  })

  test('each library reads changes that the other library makes to a session', async () => {
    const jwt = ({ token, ...context }: { token: Record<string, unknown>; session?: string }) =>
      context.session === undefined ? token : { ...token, name: context.session }
    const [first, second] = choose(pair({ jwt }))
    await signIn(first)
    const body = { csrfToken: await second.csrfToken(), data: 'Grace' }
    await second.send('/auth/session', {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })
    expect(await first.session()).toMatchObject({ user: { name: 'Grace' } })
  })

  test('a session that one library ends is not accepted by the other library', async () => {
    const both = pair()
    const [first, second] = choose(both)
    await signIn(first)
    await second.post('/auth/signout')
    expect(await first.session()).toBeNull()
    expect(both.jar.names.filter((name) => name.includes('session-token'))).toEqual([])
  })

  test('a token sealed over HTTP is rejected over HTTPS', async () => {
    const insecure = pair({ origin: 'http://localhost:3000' })
    await signIn(choose(insecure)[0])
    const secure = pair()
    secure.jar.put('__Secure-authjs.session-token', insecure.jar.get('authjs.session-token') ?? '')
    expect(await choose(secure)[1].session()).toBeNull()
  })
})

test('Authwright reads its session after Auth.js has encrypted the token again', async () => {
  const { ours, theirs, jar } = pair()
  await signIn(ours)
  const name = '__Secure-authjs.session-token'
  const before = jar.get(name) ?? ''
  await theirs.session()
  const after = jar.get(name) ?? ''
  expect(after).not.toBe(before)
  expect(decodeProtectedHeader(after)).toMatchObject({ enc: 'A256CBC-HS512' })
  expect(await ours.session()).toMatchObject({ user })
  expect(
    await decode({ token: after, secret: 'a secret of more than thirty-two characters', salt: name }),
  ).toMatchObject({
    sub: 'u1',
  })
})

test('without compat, Authwright ignores the session cookies of Auth.js', async () => {
  const { ours, theirs } = pair({ compat: undefined as never })
  await signIn(theirs)
  expect(await ours.session()).toBeNull()
})

describe('sessions in the database', () => {
  const stored = async (): Promise<Pair & { adapter: ReturnType<typeof memory> }> => {
    const adapter = memory()
    const { id } = await adapter.createUser({ name: 'Ada', email: 'ada@example.com', emailVerified: null })
    const both = pair({ adapter })
    const expires = new Date(Date.now() + 3_600_000)
    await adapter.createSession({ sessionToken: 'f0c2ce0e-0f0e-4d9e-9f52-1f1f3f2c0c11', userId: id, expires })
    return { ...both, adapter }
  }

  test('both libraries read a session row of Auth.js, and a sign-out with Authwright ends the session', async () => {
    const { ours, theirs, jar } = await stored()
    jar.put('__Secure-authjs.session-token', 'f0c2ce0e-0f0e-4d9e-9f52-1f1f3f2c0c11')
    expect(await theirs.session()).toMatchObject({ user })
    expect(await ours.session()).toMatchObject({ user })
    await ours.post('/auth/signout')
    expect(await theirs.session()).toBeNull()
  })

  test('reading a session row of Auth.js extends the session', async () => {
    const { ours, adapter, jar } = await stored()
    jar.put('__Secure-authjs.session-token', 'f0c2ce0e-0f0e-4d9e-9f52-1f1f3f2c0c11')
    await ours.session()
    const row = await adapter.getSessionAndUser('f0c2ce0e-0f0e-4d9e-9f52-1f1f3f2c0c11')
    expect((row?.session.expires.getTime() ?? 0) - Date.now()).toBeGreaterThan(29 * 86_400_000)
  })
})

test('Authwright reads no session from a token without a subject', async () => {
  const { ours, theirs } = pair({ jwt: ({ token: { sub: _, ...token } }) => token })
  await signIn(theirs)
  expect(await theirs.session()).toMatchObject({ user })
  expect(await ours.session()).toBeNull()
})

describe('a token of Auth.js with a missing claim', () => {
  const salt = '__Secure-authjs.session-token'
  const secret = 'a secret of at least thirty-two characters'

  /** Encrypts claims with `jose` and the key that Auth.js derives. */
  const encrypted = async (claims: JWTPayload): Promise<string> => {
    const key = hkdfSync('sha256', secret, salt, `Auth.js Generated Encryption Key (${salt})`, 64)
    const kid = await calculateJwkThumbprint(
      { kty: 'oct', k: base64url.encode(new Uint8Array(key)) },
      'sha512',
    )
    return new EncryptJWT(claims)
      .setProtectedHeader({ alg: 'dir', enc: 'A256CBC-HS512', kid })
      .encrypt(new Uint8Array(key))
  }
  const now = Math.floor(Date.now() / 1000)
  const whole: JWTPayload = { sub: 'u1', name: 'Ada', jti: 'one', iat: now, exp: now + 3600 }

  test.each<[string, keyof typeof whole]>([
    ['when the token expires', 'exp'],
    ['when the token was issued', 'iat'],
  ])('a token of Auth.js without a claim that says %s is not a session', async (_, claim) => {
    const { ours, jar } = pair({ secrets: [secret, secret] })
    jar.put(salt, await encrypted(whole))
    expect(await ours.session()).toMatchObject({ user })
    const { [claim]: __, ...others } = whole
    jar.put(salt, await encrypted(others))
    expect(await ours.session()).toBeNull()
  })
})
