import fc from 'fast-check'
import * as jose from 'jose'
import { describe, expect, test, vi } from 'vitest'
import { MissingSecret } from '../../../src/errors.js'
import { deriveKey } from '../../../src/runtime/core/crypto/keys.js'
import { createSealer, type Sealer, type SealerOptions } from '../../../src/runtime/core/crypto/sealer.js'
import { runs } from '../../support/fuzz.js'
import { inTime } from '../../support/in-time.js'

const start = Date.UTC(2030, 0, 1)
const seconds = start / 1000

function sealerWith(options: Partial<SealerOptions> = {}): Sealer {
  const defaults = { secrets: ['secret'], purpose: 'session', audience: 'cookie', clock: () => start }
  return createSealer({ ...defaults, ...options })
}

function headerOf(token: string): unknown {
  return jose.decodeProtectedHeader(token)
}

describe('sealing', () => {
  test('a sealed payload is opened with its claims', async () => {
    const sealer = sealerWith()
    const opened = await sealer.open(await sealer.seal({ sub: 'u1', nested: { a: [1, 'é'] } }, 60))
    expect(opened).toEqual({
      sub: 'u1',
      nested: { a: [1, 'é'] },
      iat: seconds,
      exp: seconds + 60,
      jti: expect.stringMatching(/^[\w-]{22}$/),
    })
  })

  test('a token is a compact JWE that reveals nothing about its payload', async () => {
    const token = await sealerWith().seal({ sub: 'a user of this test' }, 60)
    expect(headerOf(token)).toEqual({ alg: 'dir', enc: 'A256GCM', kid: expect.stringMatching(/^[\w-]{16}$/) })
    expect(
      token
        .split('.')
        .map((part) => Buffer.from(part, 'base64url').toString())
        .join(),
    ).not.toContain('a user')
  })

  test('the payload cannot set the claims of the token', async () => {
    const sealer = sealerWith()
    const opened = await sealer.open(await sealer.seal({ iat: 1, exp: 9e10, jti: 'mine' }, 60))
    expect(opened).toMatchObject({ iat: seconds, exp: seconds + 60 })
    expect(opened?.['jti']).not.toBe('mine')
  })

  test('values are sealed as JSON', async () => {
    class Id {
      toJSON(): string {
        return 'written'
      }
    }
    const sealer = sealerWith()
    const payload = { id: new Id(), none: undefined, date: new Date(0) }
    const opened = await sealer.open(await sealer.seal(payload, 60))
    expect(opened).toMatchObject({ id: 'written', date: '1970-01-01T00:00:00.000Z' })
    expect(opened).not.toHaveProperty('none')
  })

  test('two tokens with the same payload differ', async () => {
    const sealer = sealerWith()
    expect(await sealer.seal({}, 60)).not.toBe(await sealer.seal({}, 60))
  })

  test('a payload whose token would be too long is refused', async () => {
    await expect(sealerWith().seal({ text: 'x'.repeat(30_000) }, 60)).rejects.toThrow(RangeError)
  })

  test.each([Number.NaN, Number.POSITIVE_INFINITY])('a lifetime of %s seconds is refused', async (maxAge) => {
    await expect(sealerWith().seal({}, maxAge)).rejects.toThrow('`maxAge` must be a finite number')
  })

  test.each([[[]], [['']], [['secret', '']]])('the secrets %j are refused', (secrets) => {
    expect(() => sealerWith({ secrets })).toThrow(MissingSecret)
  })

  test('sealing and opening preserves any JSON object and changes no prototype', async () => {
    const sealer = sealerWith()
    const property = fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue()), async (payload) => {
      const written = JSON.parse(JSON.stringify(payload)) as Record<string, unknown>
      const opened = await sealer.open(await sealer.seal(payload, 60))
      expect(opened).toMatchObject({ ...written, iat: seconds, exp: seconds + 60, jti: expect.any(String) })
      expect(Object.getPrototypeOf({})).toBe(Object.prototype)
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    })
    await fc.assert(property, runs)
    const hostile = JSON.parse('{"__proto__":{"polluted":1}}') as Record<string, unknown>
    await sealer.open(await sealer.seal(hostile, 60))
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })
})

describe('time', () => {
  test.each([
    [0, true],
    [59, true],
    [60, false],
    [61, false],
    [76, false],
  ])('a token with a lifetime of 60 seconds can be opened after %i seconds: %s', async (age, valid) => {
    const token = await sealerWith().seal({}, 60)
    const later = sealerWith({ clock: () => start + age * 1000 })
    expect((await later.open(token)) !== null).toBe(valid)
  })

  test.each([
    [60, true],
    [61, false],
  ])('a token that was sealed %i seconds in the future can be opened: %s', async (ahead, valid) => {
    const token = await sealerWith().seal({}, 3_600)
    const sealer = sealerWith({ clock: () => start - ahead * 1000 })
    expect((await sealer.open(token)) !== null).toBe(valid)
  })

  test('a sealed token with an `nbf` in the future is rejected', async () => {
    const sealer = sealerWith()
    expect(await sealer.open(await sealer.seal({ nbf: seconds + 10 }, 60))).toBeNull()
  })
})

describe('separation', () => {
  const purposes = ['session', 'state', 'nonce', 'pkce', 'csrf', 'challenge']
  const audiences = ['cookie', '__Host-cookie', 'tenant']

  test('a token can be opened only for its own purpose and audience', async () => {
    const sealers = purposes.flatMap((purpose) =>
      audiences.map((audience) => sealerWith({ purpose, audience })),
    )
    const tokens = await Promise.all(sealers.map((sealer) => sealer.seal({ sub: 'u1' }, 60)))
    for (const [slot, sealer] of sealers.entries()) {
      const opened = await Promise.all(tokens.map((token) => sealer.open(token)))
      expect(opened.flatMap((payload, index) => (payload ? [index] : []))).toEqual([slot])
    }
  })

  test('a token for purpose "a" and audience "bc" cannot be opened for purpose "ab" and audience "c"', async () => {
    const token = await sealerWith({ purpose: 'a', audience: 'bc' }).seal({}, 60)
    expect(await sealerWith({ purpose: 'ab', audience: 'c' }).open(token)).toBeNull()
  })

  test('after the secret is rotated, old tokens open until the old secret is removed', async () => {
    const token = await sealerWith({ secrets: ['old'] }).seal({ sub: 'u1' }, 60)
    const rotated = sealerWith({ secrets: ['new', 'old'] })
    expect(await rotated.open(token)).toMatchObject({ sub: 'u1' })
    expect(await sealerWith({ secrets: ['new'] }).open(token)).toBeNull()
    expect(await sealerWith({ secrets: ['new'] }).open(await rotated.seal({ sub: 'u1' }, 60))).not.toBeNull()
  })
})

describe('tokens that a client can send', () => {
  async function sealedBy(
    key: Uint8Array,
    header: jose.CompactJWEHeaderParameters,
    claims = {},
  ): Promise<string> {
    const payload = { sub: 'u1', iat: seconds, exp: seconds + 60, jti: 'j', ...claims }
    const text = new TextEncoder().encode(JSON.stringify(payload))
    return new jose.CompactEncrypt(text).setProtectedHeader(header).encrypt(key)
  }

  async function ownKey(): Promise<{ key: Uint8Array; kid: string }> {
    const key = await deriveKey('secret', ['seal', 'session', 'cookie'])
    const { kid } = headerOf(await sealerWith().seal({}, 60)) as { kid: string }
    return { key, kid }
  }

  test('a hand-made token with the right key and header can be opened', async () => {
    const { key, kid } = await ownKey()
    const token = await sealedBy(key, { alg: 'dir', enc: 'A256GCM', kid })
    expect(await sealerWith().open(token)).toMatchObject({ sub: 'u1' })
  })

  test.each([
    ['another parameter', { typ: 'JWT' }],
    ['a critical parameter', { crit: ['b64'], b64: true }],
    ['a parameter named __proto__', JSON.parse('{"__proto__":"x"}') as object],
    ['an unknown key', { kid: 'unknown' }],
    ['a path as the key', { kid: '../../etc/passwd' }],
    ['no key', { kid: undefined }],
    ['a list as the key', { kid: ['a'] }],
    ['a long key id', { kid: 'k'.repeat(1_048_576) }],
  ])('the sealer refuses a header with %s', async (_, parameters) => {
    const { key, kid } = await ownKey()
    const header = { alg: 'dir', enc: 'A256GCM', kid, ...parameters } as jose.CompactJWEHeaderParameters
    const token = await sealedBy(key, { alg: 'dir', enc: 'A256GCM', kid })
    const forged = [Buffer.from(JSON.stringify(header)).toString('base64url'), ...token.split('.').slice(1)]
    expect(await sealerWith().open(forged.join('.'))).toBeNull()
    if ('crit' in header || (header.kid?.length ?? 0) > 1_000) return
    expect(await sealerWith().open(await sealedBy(key, header))).toBeNull()
  })

  test('the sealer refuses tokens with other algorithms', async () => {
    const { key, kid } = await ownKey()
    const { publicKey, privateKey } = await jose.generateKeyPair('RSA-OAEP-256', { extractable: true })
    const ec = await jose.generateKeyPair('ECDH-ES')
    const text = new TextEncoder().encode(
      JSON.stringify({ sub: 'u1', iat: seconds, exp: seconds + 60, jti: 'j' }),
    )
    const encrypt = (alg: string, enc: string, using: Uint8Array | jose.CryptoKey): Promise<string> =>
      new jose.CompactEncrypt(text).setProtectedHeader({ alg, enc, kid }).encrypt(using)
    const rsaSigningKey = await jose.importPKCS8(await jose.exportPKCS8(privateKey), 'RS256')
    const tokens = await Promise.all([
      encrypt('dir', 'A128GCM', key.slice(0, 16)),
      encrypt('dir', 'A256CBC-HS512', new Uint8Array(64)),
      encrypt('A256KW', 'A256GCM', key),
      encrypt('A256GCMKW', 'A256GCM', key),
      encrypt('RSA-OAEP-256', 'A256GCM', publicKey),
      encrypt('ECDH-ES', 'A256GCM', ec.publicKey),
      encrypt('PBES2-HS256+A128KW', 'A256GCM', key),
      new jose.SignJWT({ sub: 'u1' })
        .setProtectedHeader({ alg: 'HS256', kid })
        .sign(new TextEncoder().encode('secret')),
      new jose.SignJWT({ sub: 'u1' }).setProtectedHeader({ alg: 'HS256', kid }).sign(key),
      new jose.SignJWT({ sub: 'u1' }).setProtectedHeader({ alg: 'RS256', kid }).sign(rsaSigningKey),
      new jose.UnsecuredJWT({ sub: 'u1' }).encode(),
    ])
    for (const token of tokens) expect(await sealerWith().open(token)).toBeNull()
  })

  test('the sealer rejects an enormous iteration count without deriving a key', async () => {
    const header = { alg: 'PBES2-HS256+A128KW', enc: 'A256GCM', p2c: 2 ** 31, p2s: 'AAAA' }
    const encoded = Buffer.from(JSON.stringify(header)).toString('base64url')
    const tail = `${'A'.repeat(16)}.AAAA.${'A'.repeat(22)}`
    const sealer = sealerWith()
    const open = async (): Promise<unknown[]> => [
      await sealer.open(`${encoded}.${'A'.repeat(54)}.${tail}`),
      await sealer.open(`${encoded}..${tail}`),
    ]
    expect(await inTime(open, 500)).toEqual([null, null])
  })

  test.each([
    ['exp', { exp: undefined }],
    ['exp', { exp: '9999999999' }],
    ['iat', { iat: undefined }],
    ['iat', { iat: '1' }],
    ['jti', { jti: undefined }],
  ])('the sealer refuses a token without a usable %s', async (_, claims) => {
    const { key, kid } = await ownKey()
    expect(
      await sealerWith().open(await sealedBy(key, { alg: 'dir', enc: 'A256GCM', kid }, claims)),
    ).toBeNull()
  })

  test('the sealer refuses a token with any byte changed, any end cut off, any segment removed or swapped', async () => {
    const sealer = sealerWith()
    const token = await sealer.seal({ sub: 'u1' }, 60)
    const segments = token.split('.')
    const altered = [...token].flatMap((character, index) =>
      ['A', 'B', 'g', '_', '.', '=', '%', '\u00e9']
        .filter((other) => other !== character)
        .map((other) => token.slice(0, index) + other + token.slice(index + 1)),
    )
    const cut = [...token].map((_, index) => token.slice(0, index))
    const rearranged = segments.flatMap((_, one) => [
      segments.filter((_, index) => index !== one).join('.'),
      ...segments.map((_, other) => {
        const swapped = [...segments]
        swapped[one] = segments[other] as string
        swapped[other] = segments[one] as string
        return swapped.join('.')
      }),
    ])
    const padded = [`${token}=`, `${token}A`, ` ${token}`, `${token}\n`, `${token}.`, token.toUpperCase()]
    const forged = [...altered, ...cut, ...rearranged, ...padded].filter((text) => text !== token)
    const opened = await Promise.all(forged.map((text) => sealer.open(text)))
    expect(opened.filter((payload) => payload !== null)).toEqual([])
    expect(await sealer.open(token)).not.toBeNull()
  })

  test('the sealer rejects any random string, and never throws', async () => {
    const sealer = sealerWith()
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fc.base64String(), { minLength: 3, maxLength: 6 }).map((parts) => parts.join('.')),
      fc
        .json()
        .map(
          (header) => `${Buffer.from(header).toString('base64url')}..${'A'.repeat(16)}.AA.${'A'.repeat(22)}`,
        ),
    )
    await fc.assert(
      fc.asyncProperty(text, async (token) => {
        expect(await sealer.open(token)).toBeNull()
      }),
      runs,
    )
  })

  test('the sealer refuses a token if the unused bits of its last character are changed', async () => {
    const sealer = sealerWith()
    for (const sub of ['', 'a', 'ab']) {
      const token = await sealer.seal({ sub }, 60)
      const [header, , iv, text = '', tag] = token.split('.')
      const last = text.length - 1
      const variants = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'].map(
        (character) => `${header}..${iv}.${text.slice(0, last)}${character}.${tag}`,
      )
      const opened = await Promise.all(variants.map((variant) => sealer.open(variant)))
      expect(variants.filter((_, index) => opened[index] !== null)).toEqual([token])
    }
  })

  test('the sealer refuses a token that is too long, even if it was sealed with the right key', async () => {
    const { key, kid } = await ownKey()
    const header = { alg: 'dir', enc: 'A256GCM', kid }
    expect(await sealerWith().open(await sealedBy(key, header, { text: 'x'.repeat(20_000) }))).not.toBeNull()
    expect(await sealerWith().open(await sealedBy(key, header, { text: 'x'.repeat(30_000) }))).toBeNull()
  })
})

test('each key is derived only once, even if it is looked up several times', async () => {
  const sealer = sealerWith({ secrets: ['first secret', 'second secret'] })
  const derived = vi.spyOn(crypto.subtle, 'deriveBits')
  const token = await sealer.seal({}, 60)
  for (let count = 0; count < 3; count++) expect(await sealer.hasKeyOf(token)).toBe(true)
  expect(derived).toHaveBeenCalledTimes(2)
  derived.mockRestore()
})
