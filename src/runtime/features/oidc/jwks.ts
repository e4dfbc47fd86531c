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

/** The public keys of an issuer. Selects the one that verifies a token. */
export type SigningKeys = (...args: Parameters<LocalKeys>) => ReturnType<LocalKeys>

type LocalKeys = ReturnType<typeof createLocalJWKSet>

/**
 * Milliseconds after which the keys are fetched again. A key that the issuer removed is then no longer accepted,
 * unless the request fails or takes three seconds.
 */
const FRESH_MS = 10 * 60 * 1000

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
  return cachedDocument(fetchKeys, FRESH_MS, clock, 'used on failure')
}

/**
 * Fetches the JSON Web Key Set of an issuer.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7517.html#section-5
 */
async function fetchJwks(jwksUri: string, fetch: Fetch, areOfTenants: boolean): Promise<SigningKeys> {
  const accept = 'application/json, application/jwk-set+json'
  const response = await fetch(jwksUri, { headers: { accept } })
  if (response.status !== 200) throw badStatus('The JWKS endpoint', response.status)
  return signingKeys(await response.json().catch(() => undefined), areOfTenants)
}

/**
 * The keys of a JSON Web Key Set that may verify signatures. Throws for any other document.
 *
 * @param areOfTenants - Whether the keys belong to several issuers. A key with an issuer then verifies only tokens of that issuer.
 */
export function signingKeys(jwks: unknown, areOfTenants = false): SigningKeys {
  const { keys } = membersOf(jwks)
  if (!Array.isArray(keys) || !keys.every(isKey)) {
    throw new Error('The JWKS endpoint did not return a JSON Web Key Set.')
  }
  const usable = keys.filter(isVerificationKey)
  const keysFor = (fitting: typeof usable) => createLocalJWKSet({ keys: fitting.map(publicMembers) })
  if (!areOfTenants || usable.every(({ issuer }) => issuer === undefined)) return keysFor(usable)
  return (header, token) => {
    // `parseJws` has parsed the token strictly, so the payload is canonical base64url of a JSON object.
    const { iss } = JSON.parse(new TextDecoder().decode(decodeBase64url(String(token?.payload))))
    return keysFor(usable.filter(({ issuer }) => isKeyOf(issuer, String(iss))))(header, token)
  }
}

/** Whether a value has the only member that every key must have. @see https://www.rfc-editor.org/rfc/rfc7517.html#section-4.1 */
function isKey(value: unknown): value is Record<string, unknown> {
  return isObject(value) && typeof value['kty'] === 'string'
}

/** The members that select and define a key. Others, such as `ext`, would change how it is imported. */
function publicMembers({ kty, kid, alg, use, crv, n, e, x, y }: Record<string, unknown>): { kty: string } {
  return JSON.parse(JSON.stringify({ kty, kid, alg, use, crv, n, e, x, y }))
}

/** Private keys and keys for other operations must not verify signatures. @see https://www.rfc-editor.org/rfc/rfc7517.html#section-4.3 */
function isVerificationKey({ d, key_ops: operations = ['verify'] }: Record<string, unknown>): boolean {
  return d === undefined && Array.isArray(operations) && operations.includes('verify')
}
