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

export type SigningKeys = (...args: Parameters<LocalKeys>) => ReturnType<LocalKeys>

type LocalKeys = ReturnType<typeof createLocalJWKSet>

/** `'checked'`: a key with the member `issuer` verifies only tokens of that issuer. */
type KeyIssuers = 'checked' | 'ignored'

/** Removed keys of the issuer are accepted for at most this time, unless fetching the new keys fails. */
const KEYS_FRESH_MS = 10 * 60 * 1000

/** Minimum time between two requests that are sent because no cached key verified a token. */
const KEYS_RENEWAL_INTERVAL_MS = 30 * 1000

export function serverKeys({
  provider,
  fetch,
  clock,
  metadata,
}: ServerDocuments): CachedDocument<SigningKeys> {
  const fetchKeys = async (): Promise<SigningKeys> => {
    // Metadata of an OpenID Provider without `jwks_uri` was rejected earlier.
    const { jwks_uri } = await metadata.current()
    const issuers = provider.tokenIssuer === undefined ? 'ignored' : 'checked'
    return fetchJwks(jwks_uri as string, publishedFetch(provider, fetch), issuers)
  }
  return cachedDocument(fetchKeys, KEYS_FRESH_MS, clock, 'used on failure', KEYS_RENEWAL_INTERVAL_MS)
}

/** @see https://www.rfc-editor.org/rfc/rfc7517.html#section-5 */
async function fetchJwks(jwksUri: string, fetch: Fetch, issuers: KeyIssuers): Promise<SigningKeys> {
  const accept = 'application/json, application/jwk-set+json'
  const response = await fetch(jwksUri, { headers: { accept } })
  if (response.status !== 200) throw badStatus('The JWKS endpoint', response.status)
  return signingKeys(await response.json().catch(() => undefined), issuers)
}

export function signingKeys(jwks: unknown, issuers: KeyIssuers = 'ignored'): SigningKeys {
  const { keys } = membersOf(jwks)
  if (!Array.isArray(keys) || !keys.every(isKey)) {
    throw new Error(
      "The JWKS endpoint did not return a JSON Web Key Set. Check that `jwks_uri` in the provider's metadata is right.",
    )
  }
  const usable = keys.filter(isVerificationKey)
  const keySetOf = (selected: typeof usable) => createLocalJWKSet({ keys: selected.map(publicMembers) })
  if (issuers === 'ignored' || usable.every(({ issuer }) => issuer === undefined)) return keySetOf(usable)
  return (header, token) => {
    // `parseJws` has parsed the payload already.
    const { iss } = JSON.parse(new TextDecoder().decode(decodeBase64url(String(token?.payload))))
    return keySetOf(usable.filter(({ issuer }) => isKeyOf(issuer, String(iss))))(header, token)
  }
}

/** @see https://www.rfc-editor.org/rfc/rfc7517.html#section-4.1 */
function isKey(value: unknown): value is Record<string, unknown> {
  return isObject(value) && typeof value['kty'] === 'string'
}

/**
 * Returns the members of a public key. Other members, such as `ext`, would change how the key is imported.
 */
function publicMembers({ kty, kid, alg, use, crv, n, e, x, y }: Record<string, unknown>): { kty: string } {
  return JSON.parse(JSON.stringify({ kty, kid, alg, use, crv, n, e, x, y }))
}

/** @see https://www.rfc-editor.org/rfc/rfc7517.html#section-4.3 */
function isVerificationKey({ d, key_ops: operations = ['verify'] }: Record<string, unknown>): boolean {
  return d === undefined && Array.isArray(operations) && operations.includes('verify')
}
