import {
  CompactSign,
  exportJWK,
  exportPKCS8,
  type GenerateKeyPairResult,
  generateKeyPair,
  type JWK,
} from 'jose'
import { describe, expect, test } from 'vitest'
import { decodeBase64url, encodeBase64url } from '../../../src/runtime/core/crypto/base64url.js'
import { signingKeys } from '../../../src/runtime/features/oidc/jwks.js'
import { signatureHashes, verifySignature } from '../../../src/runtime/features/oidc/signature.js'

interface Signed {
  readonly jwk: JWK
  readonly token: string
}

const keyPairs = new Map<string, Promise<GenerateKeyPairResult>>()

/** One key for all tests, because creating an RSA key takes longer than the tests. */
function keyPair(alg: string, name = 'one'): Promise<GenerateKeyPairResult> {
  const id = `${alg} ${name}`
  const pair = keyPairs.get(id) ?? generateKeyPair(alg, { extractable: true })
  keyPairs.set(id, pair)
  return pair
}

async function signed(alg: string, header: Record<string, unknown> = {}, name?: string): Promise<Signed> {
  const { privateKey, publicKey } = await keyPair(alg, name)
  const payload = new TextEncoder().encode('{"sub":"ada"}')
  const token = await new CompactSign(payload).setProtectedHeader({ ...header, alg }).sign(privateKey)
  return { jwk: await exportJWK(publicKey), token }
}

async function isVerified(token: string, ...keys: readonly unknown[]): Promise<boolean> {
  const signature = decodeBase64url(token.split('.')[2] ?? '')
  try {
    await verifySignature({ token, signature }, signingKeys({ keys }))
    return true
  } catch {
    return false
  }
}

/** The token with another signature. */
function withSignature(token: string, change: (signature: Uint8Array) => Uint8Array): string {
  const [header, payload, signature = ''] = token.split('.')
  return [header, payload, encodeBase64url(change(decodeBase64url(signature)))].join('.')
}

describe.each([...signatureHashes.keys()])('%s', (alg) => {
  test('only the unchanged signature of the unchanged token is accepted', async () => {
    const { jwk, token } = await signed(alg)
    expect(await isVerified(token, jwk)).toBe(true)
    const [header, , signature] = token.split('.')
    expect(await isVerified([header, btoa('{"sub":"eve"}'), signature].join('.'), jwk)).toBe(false)
    const changes: readonly ((signature: Uint8Array) => Uint8Array)[] = [
      (bytes) => bytes.map((byte, index) => (index === bytes.length >> 1 ? byte ^ 1 : byte)),
      (bytes) => bytes.slice(1),
      (bytes) => bytes.slice(0, -1),
      () => new Uint8Array(),
      (bytes) => new Uint8Array(bytes.length),
    ]
    for (const change of changes) expect(await isVerified(withSignature(token, change), jwk)).toBe(false)
  })

  test('the signature of another key is rejected', async () => {
    const [{ jwk }, { token }] = [await signed(alg), await signed(alg, {}, 'two')]
    expect(await isVerified(token, jwk)).toBe(false)
  })

  test('other members of a published key are ignored', async () => {
    const { jwk, token } = await signed(alg, { kid: 'one' })
    const more = { ...jwk, alg, kid: 'one', use: 'sig', ext: false, x5t: 'x' }
    expect(await isVerified(token, { ...more, key_ops: ['verify', 'encrypt'] })).toBe(true)
    expect(await isVerified(token, { ...more, kid: 'two' }, more)).toBe(true)
  })

  test.each<[string, Record<string, unknown>]>([
    ['with another kid', { kid: 'two' }],
    ['for encryption', { use: 'enc' }],
    ['for another algorithm', { alg: 'RSA-OAEP' }],
    ['whose operations do not include `verify`', { key_ops: ['encrypt'] }],
    ['whose operations are a string', { key_ops: 'verify' }],
  ])('a key %s verifies nothing', async (_, members) => {
    const { jwk, token } = await signed(alg, { kid: 'one' })
    expect(await isVerified(token, { ...jwk, kid: 'one' })).toBe(true)
    expect(await isVerified(token, { ...jwk, kid: 'one', ...members })).toBe(false)
  })

  test('a token is rejected if two published keys match its header', async () => {
    const { jwk, token } = await signed(alg)
    expect(await isVerified(token, jwk, jwk)).toBe(false)
  })
})

test('a MAC is rejected, even if the secret is among the keys', async () => {
  const secret = new TextEncoder().encode('0123456789abcdef0123456789abcdef')
  const token = await new CompactSign(new Uint8Array(2)).setProtectedHeader({ alg: 'HS256' }).sign(secret)
  const signature = decodeBase64url(token.split('.')[2] ?? '')
  const keys = (async () => secret) as unknown as ReturnType<typeof signingKeys>
  await expect(verifySignature({ token, signature }, keys)).rejects.toThrow(
    'No key of the issuer verifies the signature: "alg" (Algorithm) Header Parameter value not allowed.',
  )
})

test.each(['RS256', 'PS256', 'PS384', 'PS512'])(
  '%s: a signature is accepted only with the exact number of leading zero bytes',
  async (alg) => {
    const { privateKey, publicKey } = await keyPair(alg)
    const jwk = await exportJWK(publicKey)
    let token = ''
    for (let index = 0; firstByte(token) !== 0; index++) {
      const payload = new TextEncoder().encode(`{"sub":"${index}"}`)
      token = await new CompactSign(payload).setProtectedHeader({ alg }).sign(privateKey)
    }
    expect(await isVerified(token, jwk)).toBe(true)
    const shorter = withSignature(token, (bytes) => bytes.slice(1))
    expect(await isVerified(shorter, jwk)).toBe(false)
    const longer = withSignature(token, (bytes) => new Uint8Array([0, ...bytes]))
    expect(await isVerified(longer, jwk)).toBe(false)
  },
  60_000,
)

function firstByte(token: string): number | undefined {
  return decodeBase64url(token.split('.')[2] ?? '')[0]
}

const rejected: readonly (readonly [string, string, (jwk: JWK) => Promise<Record<string, unknown>>])[] = [
  ['an EC key of another curve', 'ES256', () => publicJwk('ES384')],
  ['an EC key of another curve', 'ES512', () => publicJwk('ES256')],
  ['an RSA key', 'ES256', () => publicJwk('RS256')],
  ['an EC key', 'RS256', () => publicJwk('ES256')],
  ['an EC key', 'EdDSA', () => publicJwk('ES256')],
  ['a shared secret', 'RS256', async () => ({ kty: 'oct', k: 'c2VjcmV0' })],
  ['an EC key without y', 'ES256', async ({ y: _, ...jwk }) => jwk],
  ['an RSA key without n', 'RS256', async ({ n: _, ...jwk }) => jwk],
  [
    'a point that is not on the curve',
    'ES256',
    async (jwk) => ({ ...jwk, y: (await publicJwk('ES256'))['y'] }),
  ],
  ['nothing', 'RS256', async () => ({})],
]

test.each(rejected)('a key of %s is not used for %s', async (_, alg, make) => {
  const { jwk, token } = await signed(alg)
  expect(await isVerified(token, jwk)).toBe(true)
  expect(await isVerified(token, await make(jwk))).toBe(false)
})

test.each(['RS256', 'ES256', 'EdDSA'])(
  'a private key that was published does not verify a token, by %s',
  async (alg) => {
    const { privateKey } = await keyPair(alg)
    expect(await exportPKCS8(privateKey)).toContain('PRIVATE KEY')
    const token = await new CompactSign(new TextEncoder().encode('{}'))
      .setProtectedHeader({ alg })
      .sign(privateKey)
    const { kty, crv, n, e, x, y, ...secret } = await exportJWK(privateKey)
    const open = Object.fromEntries(
      Object.entries({ kty, crv, n, e, x, y }).filter(([, value]) => value !== undefined),
    )
    expect(await isVerified(token, open)).toBe(true)
    expect(await isVerified(token, { ...open, ...secret })).toBe(false)
  },
)

test.each(['RSASSA-PKCS1-v1_5', 'RSA-PSS'])(
  'an RSA key of 1024 bits verifies nothing, by %s',
  async (name) => {
    const parameters = { name, hash: 'SHA-256', modulusLength: 1024, publicExponent: Uint8Array.of(1, 0, 1) }
    const pair = await crypto.subtle.generateKey(parameters, true, ['sign', 'verify'])
    const text = new TextEncoder()
    const header = { alg: name === 'RSA-PSS' ? 'PS256' : 'RS256' }
    const input = [header, {}].map((part) => encodeBase64url(text.encode(JSON.stringify(part)))).join('.')
    const signature = await crypto.subtle.sign({ name, saltLength: 32 }, pair.privateKey, text.encode(input))
    const token = `${input}.${encodeBase64url(new Uint8Array(signature))}`
    expect(await isVerified(token, { ...(await crypto.subtle.exportKey('jwk', pair.publicKey)) })).toBe(false)
  },
)

test.each([
  undefined,
  null,
  'keys',
  [],
  {},
  { keys: {} },
  { keys: ['key'] },
  { keys: [null] },
  { keys: [{ kid: 'a' }] },
  { keys: [{ kty: 1 }] },
])('%j is not a JSON Web Key Set', (jwks) => {
  expect(() => signingKeys(jwks)).toThrow('JSON Web Key Set')
})

async function publicJwk(alg: string): Promise<Record<string, unknown>> {
  return { ...(await exportJWK((await keyPair(alg, 'two')).publicKey)) }
}
