import { createLocalJWKSet } from 'jose/jwks/local'
import { compactVerify } from 'jose/jws/compact/verify'
import type { Fetch } from '../../../providers/kinds/custom-fetch.js'
import { macAlgorithms } from '../../../providers/kinds/mac-algorithms.js'
import { decodeBase64url } from '../../crypto/base64url.js'
import type { CachedDocument } from '../../http/cached-document.js'
import { macKey } from './client.js'
import { badStatus } from './errors.js'
import { hasFullLength, isObject, isVerificationKey, type Jws, signatureHashes } from './id-token-checks.js'
import type { ReadyOAuthProvider } from './provider.js'
import { isKeyOf } from './token-issuer.js'

/** The public keys of an issuer. Each is imported once per algorithm. */
export type SigningKeys = ReturnType<typeof createLocalJWKSet>

/**
 * Fetches the JSON Web Key Set of an issuer.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7517.html#section-5
 */
export async function fetchJwks(jwksUri: string, fetch: Fetch, areOfTenants = false): Promise<SigningKeys> {
  const accept = 'application/json, application/jwk-set+json'
  const response = await fetch(jwksUri, { headers: { accept } })
  if (response.status !== 200) throw badStatus('The JWKS endpoint', response.status)
  return signingKeys(await response.json().catch(() => undefined), areOfTenants)
}

/**
 * The keys of a JSON Web Key Set that may verify signatures. Throws for anything but a JSON Web Key Set.
 *
 * @param areOfTenants - Whether the keys are those of several issuers. A key that names its issuer verifies that one's tokens alone.
 */
export function signingKeys(jwks: unknown, areOfTenants = false): SigningKeys {
  const { keys } = Object(jwks) as { keys?: unknown }
  if (!Array.isArray(keys) || !keys.every(isObject)) {
    throw new Error('The JWKS endpoint did not return a JSON Web Key Set.')
  }
  const usable = keys.filter(isVerificationKey)
  const keysFor = (fitting: typeof usable) => createLocalJWKSet({ keys: fitting.map(publicMembers) })
  if (!areOfTenants || usable.every(({ issuer }) => issuer === undefined)) return keysFor(usable)
  const get = (...[header, token]: Parameters<SigningKeys>) => {
    const { iss } = JSON.parse(new TextDecoder().decode(decodeBase64url(String(token?.payload))))
    return keysFor(usable.filter(({ issuer }) => isKeyOf(issuer, String(iss))))(header, token)
  }
  return Object.assign(get, { jwks: keysFor(usable).jwks })
}

/** The members that select and make a key. Others, such as `ext`, would change how it is imported. */
function publicMembers({ kty, kid, alg, use, crv, n, e, x, y }: Record<string, unknown>): { kty: string } {
  return JSON.parse(JSON.stringify({ kty, kid, alg, use, crv, n, e, x, y }))
}

/**
 * Verifies the signature of a JWS with a published key, or its MAC with the client secret. If the cached keys do not verify it, the
 * issuer may have rotated its keys: verifies once more with keys that are fetched again.
 *
 * @param configured - The algorithm that the configuration names. It alone chooses between the two.
 * @see https://openid.net/specs/openid-connect-core-1_0.html#RotateSigningKeys
 * @see https://www.rfc-editor.org/rfc/rfc8725.html#section-2.1
 */
export async function verifyJws(
  jws: Jws,
  configured: string | undefined,
  provider: ReadyOAuthProvider,
  jwks: CachedDocument<SigningKeys>,
): Promise<void> {
  if (configured !== undefined && macAlgorithms.has(configured)) {
    await compactVerify(jws.token, macKey(provider, configured), { algorithms: [configured] }).catch(() => {
      throw new Error('The MAC was not made with the client secret.')
    })
    return
  }
  const cached = await jwks.current()
  try {
    await verifySignature(jws, cached)
  } catch (error) {
    const newer = await jwks.newerThan(cached)
    if (newer === cached) throw error
    await verifySignature(jws, newer)
  }
}

/** Rejects unless exactly one of the keys fits the header and made the signature. */
export async function verifySignature(
  { token, signature }: Pick<Jws, 'token' | 'signature'>,
  keys: SigningKeys,
): Promise<void> {
  const { key } = await compactVerify(token, keys, { algorithms: [...signatureHashes.keys()] }).catch(
    (error: Error) => {
      throw new Error(`The signature is not one of the issuer's keys: ${error.message}.`)
    },
  )
  if (!hasFullLength(signature, key as CryptoKey)) throw new Error('The signature is shorter than its key.')
}
