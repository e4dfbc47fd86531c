import { createLocalJWKSet } from 'jose/jwks/local'
import type { Fetch } from '../../../providers/kinds/custom-fetch.js'
import { membersOf } from '../../core/base/members-of.js'
import { decodeBase64url } from '../../core/crypto/base64url.js'
import { type CachedDocument, cachedDocument } from '../../core/http/cached-document.js'
import { publishedFetch } from '../../core/http/published-endpoints.js'
import { badStatus } from '../oauth/errors.js'
import { isObject } from '../oauth/jws.js'
import type { ServerDocuments } from '../oauth/openid-extension.js'
import { isKeyOf } from './issuer.js'

/** The public keys of an issuer, as a function that selects the key for a token. */
export type SigningKeys = (...args: Parameters<LocalKeys>) => ReturnType<LocalKeys>

type LocalKeys = ReturnType<typeof createLocalJWKSet>

/**
 * Milliseconds after which the keys are fetched again. Until then, keys that the issuer has removed may still
 * be accepted. If the request fails or takes more than three seconds, the old keys are used, for at most a day.
 */
const KEYS_FRESH_MS = 10 * 60 * 1000

/** The keys of a provider. They are fetched on first use and cached in the process. */
export function serverKeys({
  provider,
  fetch,
  clock,
  metadata,
}: ServerDocuments): CachedDocument<SigningKeys> {
  const fetchKeys = async (): Promise<SigningKeys> => {
    // Metadata of an OpenID Provider without `jwks_uri` was rejected earlier.
    const { jwks_uri } = await metadata.current()
    return fetchJwks(jwks_uri as string, publishedFetch(provider, fetch), provider.tokenIssuer !== undefined)
  }
  return cachedDocument(fetchKeys, KEYS_FRESH_MS, clock, 'used on failure')
}

/**
 * Fetches the JSON Web Key Set of an issuer.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7517.html#section-5
 */
async function fetchJwks(jwksUri: string, fetch: Fetch, haveIssuers: boolean): Promise<SigningKeys> {
  const accept = 'application/json, application/jwk-set+json'
  const response = await fetch(jwksUri, { headers: { accept } })
  if (response.status !== 200) throw badStatus('The JWKS endpoint', response.status)
  return signingKeys(await response.json().catch(() => undefined), haveIssuers)
}

/**
 * The keys of a JSON Web Key Set that may verify signatures. Throws for any other document.
 *
 * @param haveIssuers - Whether keys can have the member `issuer`. Such a key verifies only tokens of that
 * issuer.
 */
export function signingKeys(jwks: unknown, haveIssuers = false): SigningKeys {
  const { keys } = membersOf(jwks)
  if (!Array.isArray(keys) || !keys.every(isKey)) {
    throw new Error(
      "The JWKS endpoint did not return a JSON Web Key Set. Check that `jwks_uri` in the provider's metadata is right.",
    )
  }
  const usable = keys.filter(isVerificationKey)
  const keySetOf = (selected: typeof usable) => createLocalJWKSet({ keys: selected.map(publicMembers) })
  if (!haveIssuers || usable.every(({ issuer }) => issuer === undefined)) return keySetOf(usable)
  return (header, token) => {
    // `parseJws` has parsed the token strictly, so the payload is a JSON object in canonical base64url.
    const { iss } = JSON.parse(new TextDecoder().decode(decodeBase64url(String(token?.payload))))
    return keySetOf(usable.filter(({ issuer }) => isKeyOf(issuer, String(iss))))(header, token)
  }
}

/**
 * Whether a value is a JSON Web Key. Only the member `kty` is required.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7517.html#section-4.1
 */
function isKey(value: unknown): value is Record<string, unknown> {
  return isObject(value) && typeof value['kty'] === 'string'
}

/**
 * Returns only the members that select and define a public key. Other members, such as `ext`, would change
 * how the key is imported.
 */
function publicMembers({ kty, kid, alg, use, crv, n, e, x, y }: Record<string, unknown>): { kty: string } {
  return JSON.parse(JSON.stringify({ kty, kid, alg, use, crv, n, e, x, y }))
}

/**
 * Whether a key may verify signatures. Private keys and keys for other operations are not accepted.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7517.html#section-4.3
 */
function isVerificationKey({ d, key_ops: operations = ['verify'] }: Record<string, unknown>): boolean {
  return d === undefined && Array.isArray(operations) && operations.includes('verify')
}
