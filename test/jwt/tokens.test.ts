import * as authjs from '@auth/core/jwt'
import { calculateJwkThumbprint, decodeProtectedHeader, EncryptJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { decode, encode } from '../../src/jwt.js'

const SALT = 'authjs.session-token'
const SECRET = 'a secret of at least thirty-two characters'

/** Created by Auth.js, with the secret `secret` and the salt `authjs.session-token`. */
const VECTOR =
  'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiN3g5RFVNVmFFVTZnaWFiMGwwT1dEdDRlNFNzUkhfY2J3TW9mMkV6RXl5Nm9uSzVvOHhTUFBCNzk5UlZvcW0ydjZ6Njc0a1FDdjlqb20yVDhTLWExZFEifQ..pzaAgAG20eVkkoz87Q-CAg.pzahjJZZRkQU_YbMqRsC0NixWDoznxWpxNv7RoJ_xuDh14Iwd3KvHoxGY4B7yggMQk3XanbNfaf_tLItIZ5NVJmDQu-BZVs9oPmCAAex0sG4stZ6G8Zwkq5Gx4ddUbGtmm-0UAdHRTXtWuxjbqIzWohlFbUZqenElPWs9ORvGlShLUjLic_eywREnR5lOOwSzxiPqMcRL9hlo2qWiug1YA.BKtXekC5Cs1hEPMm1xXmrqx0pcGjfiAEeo7PoTUH0N0'

test('decode reads a token that an old version of Auth.js created', async () => {
  expect(await decode({ token: VECTOR, secret: 'secret', salt: SALT })).toEqual({
    name: 'Ada',
    email: 'ada@example.com',
    picture: null,
    sub: 'user-1',
    iat: 1795217749,
    exp: 3372017749,
    jti: 'daf342c5-46bb-426e-9fa9-ce2903a21566',
  })
})

test.each([
  [
    'authjs.session-token',
    '7x9DUMVaEU6giab0l0OWDt4e4SsRH_cbwMof2EzEyy6onK5o8xSPPB799RVoqm2v6z674kQCv9jom2T8S-a1dQ',
  ],
  [
    '__Secure-authjs.session-token',
    '7E3YIGAxRtn6djTGy1UjZrFvXELHKzM9vfWl0nQ4b88EsnrmmX0grN0VKis7G3fjgB626TXm_lEtBG1N0E7Xyg',
  ],
])('encode uses the key ID that Auth.js derives for the cookie %s', async (salt, kid) => {
  const token = await encode({ token: {}, secret: 'secret', salt })
  expect(decodeProtectedHeader(token)).toEqual({ alg: 'dir', enc: 'A256CBC-HS512', kid })
})

describe('tokens of Auth.js and of Authwright', () => {
  const token = {
    name: 'Ada',
    email: 'ada@example.com',
    picture: null,
    sub: 'user-1',
    nested: { list: [1, 'é'] },
  }

  test('Auth.js reads tokens of encode', async () => {
    const read = await authjs.decode({
      token: await encode({ token, secret: SECRET, salt: SALT }),
      secret: SECRET,
      salt: SALT,
    })
    expect(read).toEqual({
      ...token,
      iat: expect.any(Number),
      exp: expect.any(Number),
      jti: expect.any(String),
    })
    expect((read?.exp ?? 0) - (read?.iat ?? 0)).toBe(2_592_000)
  })

  test('decode reads tokens of Auth.js', async () => {
    const read = await decode({
      token: await authjs.encode({ token, secret: SECRET, salt: SALT }),
      secret: SECRET,
      salt: SALT,
    })
    expect(read).toMatchObject(token)
  })

  test('after a secret rotation, the first secret encrypts, and every secret decrypts', async () => {
    const old = await authjs.encode({ token, secret: 'old', salt: SALT })
    expect(await decode({ token: old, secret: ['new', 'old'], salt: SALT })).toMatchObject(token)
    const fresh = await encode({ token, secret: ['new', 'old'], salt: SALT })
    expect(await authjs.decode({ token: fresh, secret: ['newest', 'new'], salt: SALT })).toMatchObject(token)
    await expect(authjs.decode({ token: fresh, secret: 'old', salt: SALT })).rejects.toThrow()
  })

  test('encode replaces the claims `jti` and `exp` of a token', async () => {
    const made = {
      token: { iat: 1, exp: 9e10, jti: 'mine', sub: 'user-1' },
      secret: SECRET,
      salt: SALT,
      maxAge: 60,
    }
    const read = await authjs.decode({ ...made, token: await encode(made) })
    expect(read?.jti).not.toBe('mine')
    expect(read?.exp).toBe((read?.iat ?? 0) + 60)
  })
})

describe('tokens that are rejected', () => {
  test.each([
    ['another secret', { secret: 'another', salt: SALT }],
    ['another salt', { secret: SECRET, salt: '__Secure-authjs.session-token' }],
  ])('decode rejects %s', async (_, other) => {
    const token = await encode({ token: { sub: 'u' }, secret: SECRET, salt: SALT })
    await expect(decode({ token, ...other })).rejects.toMatchObject({ type: 'JWTSessionError' })
  })

  test('decode rejects an altered token, and a string that is not a token', async () => {
    const token = await encode({ token: { sub: 'u' }, secret: SECRET, salt: SALT })
    const [header, key, iv, text = '', tag] = token.split('.')
    const altered = [header, key, iv, (text[0] === 'A' ? 'B' : 'A') + text.slice(1), tag].join('.')
    for (const each of [altered, 'a.b.c.d.e', 'x', `${token}.`, 'x'.repeat(40_000)]) {
      await expect(decode({ token: each, secret: SECRET, salt: SALT })).rejects.toMatchObject({
        type: 'JWTSessionError',
      })
    }
  })

  test('decode accepts a token that expired 10 seconds ago, but not a token that expired 20 seconds ago', async () => {
    const ago = (seconds: number) =>
      encode({ token: { sub: 'u' }, secret: SECRET, salt: SALT, maxAge: -seconds })
    expect(await decode({ token: await ago(10), secret: SECRET, salt: SALT })).toMatchObject({ sub: 'u' })
    await expect(decode({ token: await ago(20), secret: SECRET, salt: SALT })).rejects.toThrow('expired')
  })

  test('decode returns null without a token, and throws without a secret', async () => {
    expect(await decode({ token: '', secret: SECRET, salt: SALT })).toBeNull()
    await expect(decode({ token: VECTOR, secret: [], salt: SALT })).rejects.toMatchObject({
      type: 'MissingSecret',
    })
    await expect(encode({ secret: '', salt: SALT })).rejects.toMatchObject({ type: 'MissingSecret' })
    await expect(encode({ secret: SECRET, salt: SALT, maxAge: Number.NaN })).rejects.toThrow(RangeError)
  })
})

test('decode reads a token with A256GCM and the shorter key, like Auth.js', async () => {
  const key = Buffer.from('b1ef6cdd915c44c0a71232574a6a70546a5e16d12bb38df4638e3b96bdd32025', 'hex')
  const kid = await calculateJwkThumbprint({ kty: 'oct', k: key.toString('base64url') }, 'sha256')
  const token = await new EncryptJWT({ sub: 'u' })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid })
    .setExpirationTime('1h')
    .encrypt(key)
  expect(await decode({ token, secret: 'secret', salt: SALT })).toMatchObject({ sub: 'u' })
  expect(await authjs.decode({ token, secret: 'secret', salt: SALT })).toMatchObject({ sub: 'u' })
})

test('for a token without a key ID, only the first secret is tried', async () => {
  const key = Buffer.from('b1ef6cdd915c44c0a71232574a6a70546a5e16d12bb38df4638e3b96bdd32025', 'hex')
  const token = await new EncryptJWT({ sub: 'u' })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setExpirationTime('1h')
    .encrypt(key)
  expect(await decode({ token, secret: ['secret', 'other'], salt: SALT })).toMatchObject({ sub: 'u' })
  await expect(decode({ token, secret: ['other', 'secret'], salt: SALT })).rejects.toThrow()
})

describe('tokens with an unusual header', () => {
  const key = Buffer.from('b1ef6cdd915c44c0a71232574a6a70546a5e16d12bb38df4638e3b96bdd32025', 'hex')
  const encrypted = async (header: Record<string, unknown>): Promise<string> =>
    new EncryptJWT({ sub: 'u' })
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', ...header })
      .setExpirationTime('1h')
      .encrypt(key)
  const kidOf = (): Promise<string> =>
    calculateJwkThumbprint({ kty: 'oct', k: key.toString('base64url') }, 'sha256')

  test.each([{}, { typ: 'JWT' }, { cty: 'x', typ: 'JWT' }])(
    'a token with %j in its header is read with the secret of its `kid`',
    async (more) => {
      const token = await encrypted({ ...more, kid: await kidOf() })
      expect(await decode({ token, secret: ['other', 'secret'], salt: SALT })).toMatchObject({ sub: 'u' })
    },
  )

  test.each<[string, Record<string, unknown>]>([
    ['with the key ID of another key', { kid: 'other' }],
    ['that is compressed', { zip: 'DEF' }],
  ])('a token %s is rejected', async (_, header) => {
    const token = await encrypted({ kid: await kidOf(), ...header })
    await expect(decode({ token, secret: 'secret', salt: SALT })).rejects.toMatchObject({
      type: 'JWTSessionError',
    })
  })

  /** A token that is encrypted with `A256GCM`, whatever its header says. */
  async function encryptedUnder(header: string): Promise<string> {
    const protectedHeader = Buffer.from(header).toString('base64url')
    const additionalData = Buffer.from(protectedHeader)
    const iv = new Uint8Array(12)
    const aes = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt'])
    const claims = Buffer.from('{"sub":"u","exp":9999999999}')
    const sealed = Buffer.from(
      await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, aes, claims),
    )
    const parts = [Buffer.from(iv), sealed.subarray(0, -16), sealed.subarray(-16)]
    return [protectedHeader, '', ...parts.map((part) => part.toString('base64url'))].join('.')
  }

  test('a token is accepted even if the JSON of its header contains whitespace or another order', async () => {
    const token = await encryptedUnder(' { "enc": "A256GCM", "alg": "dir" }')
    expect(await decode({ token, secret: 'secret', salt: SALT })).toMatchObject({ sub: 'u' })
  })

  test.each([
    ['of another algorithm', '{"alg":"A256GCMKW","enc":"A256GCM"}'],
    ['of another encryption', '{"alg":"dir","enc":"A128GCM"}'],
    ['with an extension that must be understood', '{"alg":"dir","enc":"A256GCM","crit":["acme"],"acme":1}'],
    ['without an algorithm', '{"enc":"A256GCM"}'],
    ['with a header that is not an object', 'null'],
    ['with a header that is not JSON', '{"alg":"dir","enc":"A256GCM"'],
  ])('a token %s is rejected, although its key is right', async (_, header) => {
    const token = await encryptedUnder(header)
    await expect(decode({ token, secret: 'secret', salt: SALT })).rejects.toMatchObject({
      type: 'JWTSessionError',
    })
  })

  test('an altered token with an unusual header is rejected', async () => {
    const token = await encrypted({ typ: 'JWT', kid: await kidOf() })
    const [header, , iv, text = '', tag] = token.split('.')
    const altered = [header, '', iv, (text[0] === 'A' ? 'B' : 'A') + text.slice(1), tag].join('.')
    await expect(decode({ token: altered, secret: 'secret', salt: SALT })).rejects.toMatchObject({
      type: 'JWTSessionError',
    })
  })
})
