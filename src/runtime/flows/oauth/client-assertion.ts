import type { Clock } from '../../clock.js'
import { encodeBase64url } from '../../crypto/base64url.js'
import { randomToken } from '../../crypto/random.js'
import {
  MIN_MODULUS,
  type SignatureAlgorithm,
  signatureAlgorithms,
} from '../../crypto/signature-algorithms.js'

/** Seconds for which an assertion is good: it is made for one request. */
const MAX_AGE = 60

/** What a client assertion says, and what it is signed with. */
export interface ClientAssertion {
  readonly clientId: string
  /** The issuer that it is for. */
  readonly audience: string
  readonly key: CryptoKey
  readonly kid: string | undefined
  readonly clock: Clock
}

/**
 * Signs what proves that the client holds a private key. Throws when the key is not one to sign with.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7523.html#section-3
 * @see https://openid.net/specs/openid-connect-core-1_0.html#ClientAuthentication
 */
export async function clientAssertion({
  clientId,
  audience,
  key,
  kid,
  clock,
}: ClientAssertion): Promise<string> {
  const [alg, { name, hash }] = algorithmOf(key)
  const now = Math.floor(clock() / 1000)
  const claims = {
    jti: randomToken(),
    aud: audience,
    iss: clientId,
    sub: clientId,
    iat: now,
    nbf: now,
    exp: now + MAX_AGE,
  }
  const signed = [{ alg, ...(kid !== undefined && { kid }) }, claims].map(encoded).join('.')
  const algorithm = { name, hash, saltLength: Number(hash.slice(4)) / 8 }
  const signature = await crypto.subtle.sign(algorithm, key, new TextEncoder().encode(signed))
  return `${signed}.${encodeBase64url(new Uint8Array(signature))}`
}

/** The algorithm that a key is for, and its name. */
function algorithmOf(key: CryptoKey): readonly [string, SignatureAlgorithm] {
  const {
    name,
    hash,
    namedCurve,
    modulusLength = MIN_MODULUS,
  } = key.algorithm as Partial<RsaHashedKeyAlgorithm & EcKeyAlgorithm>
  const found = [...signatureAlgorithms].find(
    ([, algorithm]) =>
      algorithm.name === name &&
      (hash === undefined || algorithm.hash === hash.name) &&
      (namedCurve === undefined || algorithm.crv === namedCurve),
  )
  if (found && key.type === 'private' && modulusLength >= MIN_MODULUS) return found
  throw new Error('`token.clientPrivateKey` is no private key that an assertion can be signed with.')
}

function encoded(value: unknown): string {
  return encodeBase64url(new TextEncoder().encode(JSON.stringify(value)))
}
