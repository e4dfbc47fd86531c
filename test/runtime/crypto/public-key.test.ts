import { exportJWK, exportPKCS8, generateKeyPair, type JWK } from 'jose'
import { describe, expect, test } from 'vitest'
import { publicKey as nodeKey } from '../../../src/node/public-key.js'
import {
  type PublicKey,
  type SignatureAlgorithm,
  signatureAlgorithms,
} from '../../../src/runtime/crypto/signature-algorithms.js'
import { publicKey as webKey } from '../../../src/runtime/crypto/web-public-key.js'

const text = 'eyJhbGciOiJ4In0.eyJzdWIiOiJhZGEifQ'

interface Signed {
  readonly jwk: JWK
  readonly signature: Uint8Array<ArrayBuffer>
}

async function signed({ name, hash }: SignatureAlgorithm, alg: string): Promise<Signed> {
  const { privateKey, publicKey } = await generateKeyPair(alg)
  const algorithm = { name, hash, saltLength: Number(hash.slice(4)) / 8 }
  const signature = await crypto.subtle.sign(algorithm, privateKey, new TextEncoder().encode(text))
  return { jwk: await exportJWK(publicKey), signature: new Uint8Array(signature) }
}

/** The key as both implementations import it. */
async function imported(jwk: JWK, algorithm: SignatureAlgorithm): Promise<PublicKey[]> {
  return [nodeKey({ ...jwk }, algorithm), await webKey({ ...jwk }, algorithm)]
}

describe.each([...signatureAlgorithms])('%s, by node:crypto and by Web Crypto', (alg, algorithm) => {
  test('a signature is known, and no other is: another text, any byte changed or missing', async () => {
    const { jwk, signature } = await signed(algorithm, alg)
    const changed = signature.map((byte, index) => (index === signature.length >> 1 ? byte ^ 1 : byte))
    for (const key of await imported(jwk, algorithm)) {
      expect(await key.verify(text, signature)).toBe(true)
      expect(await key.verify(`${text}x`, signature)).toBe(false)
      expect(await key.verify(text, changed)).toBe(false)
      expect(await key.verify(text, signature.slice(1))).toBe(false)
      expect(await key.verify(text, new Uint8Array())).toBe(false)
      expect(await key.verify(text, new Uint8Array(signature.length))).toBe(false)
    }
  })

  test("another key's signature is refused", async () => {
    const [{ jwk }, { signature }] = [await signed(algorithm, alg), await signed(algorithm, alg)]
    for (const key of await imported(jwk, algorithm)) expect(await key.verify(text, signature)).toBe(false)
  })

  test('what is published with a key changes nothing about it', async () => {
    const { jwk, signature } = await signed(algorithm, alg)
    const more = { ...jwk, alg, kid: 'one', use: 'sig', key_ops: ['encrypt'], ext: false, x5t: 'x' }
    for (const key of await imported(more, algorithm)) expect(await key.verify(text, signature)).toBe(true)
  })
})

test.each(['RS256', 'PS256', 'PS384', 'PS512'])(
  '%s: a signature that begins with a zero needs it, and no more than it',
  async (alg) => {
    const algorithm = signatureAlgorithms.get(alg) as SignatureAlgorithm
    const { name, hash } = algorithm
    const { privateKey, publicKey } = await generateKeyPair(alg)
    const options = { name, hash, saltLength: Number(hash.slice(4)) / 8 }
    let signed = ''
    let signature = new Uint8Array([1])
    for (let index = 0; signature[0] !== 0; index++) {
      signed = `${text}${index}`
      signature = new Uint8Array(
        await crypto.subtle.sign(options, privateKey, new TextEncoder().encode(signed)),
      )
    }
    for (const key of await imported(await exportJWK(publicKey), algorithm)) {
      expect(await key.verify(signed, signature)).toBe(true)
      expect(await key.verify(signed, signature.slice(1))).toBe(false)
      expect(await key.verify(signed, new Uint8Array([0, ...signature]))).toBe(false)
    }
  },
  60_000,
)

const refused: readonly (readonly [string, string, () => Promise<Record<string, unknown>>])[] = [
  ['a private RSA key', 'RS256', () => privateJwk('RS256')],
  ['a private EC key', 'ES256', () => privateJwk('ES256')],
  ['a private Ed25519 key', 'EdDSA', () => privateJwk('EdDSA')],
  ['an RSA key of 1024 bits', 'RS256', () => shortKey('RSASSA-PKCS1-v1_5')],
  ['an RSA key of 1024 bits', 'PS256', () => shortKey('RSA-PSS')],
  ['an EC key of another curve', 'ES256', () => publicJwk('ES384')],
  ['an EC key of another curve', 'ES512', () => publicJwk('ES256')],
  ['an RSA key', 'ES256', () => publicJwk('RS256')],
  ['an EC key', 'RS256', () => publicJwk('ES256')],
  ['an EC key', 'EdDSA', () => publicJwk('ES256')],
  ['a shared secret', 'RS256', async () => ({ kty: 'oct', k: 'c2VjcmV0' })],
  ['an EC key without y', 'ES256', async () => ({ ...(await publicJwk('ES256')), y: undefined })],
  ['an RSA key without n', 'RS256', async () => ({ ...(await publicJwk('RS256')), n: undefined })],
  ['nothing', 'RS256', async () => ({})],
]

test.each(refused)('%s is no key for %s', async (_, alg, make) => {
  const algorithm = signatureAlgorithms.get(alg) as SignatureAlgorithm
  const jwk = await make()
  expect(() => nodeKey(jwk, algorithm)).toThrow()
  await expect(webKey(jwk, algorithm)).rejects.toThrow()
})

test('a point that is not on the curve verifies nothing for ES256', async () => {
  const algorithm = signatureAlgorithms.get('ES256') as SignatureAlgorithm
  const { jwk, signature } = await signed(algorithm, 'ES256')
  const offCurve = { ...jwk, y: (await publicJwk('ES256'))['y'] }
  // Some platforms look at the point when a key is imported, and some when it is used.
  for (const importKey of [nodeKey, webKey]) {
    const verified = async (): Promise<boolean> =>
      (await importKey(offCurve, algorithm)).verify(text, signature)
    expect(await verified().catch(() => false)).toBe(false)
  }
})

async function publicJwk(alg: string): Promise<Record<string, unknown>> {
  return { ...(await exportJWK((await generateKeyPair(alg)).publicKey)) }
}

async function privateJwk(alg: string): Promise<Record<string, unknown>> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true })
  // It is a private key indeed.
  expect(await exportPKCS8(privateKey)).toContain('PRIVATE KEY')
  return { ...(await exportJWK(privateKey)) }
}

async function shortKey(name: string): Promise<Record<string, unknown>> {
  const parameters = { name, hash: 'SHA-256', modulusLength: 1024, publicExponent: Uint8Array.of(1, 0, 1) }
  const { publicKey } = await crypto.subtle.generateKey(parameters, true, ['sign', 'verify'])
  return { ...(await crypto.subtle.exportKey('jwk', publicKey)) }
}
