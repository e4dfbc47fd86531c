import { createLocalJWKSet } from 'jose/jwks/local'
import { compactVerify } from 'jose/jws/compact/verify'
import type { SessionOptions } from '../../../options/session-options.js'
import type { Fetch } from '../../../providers/kinds/custom-fetch.js'
import { macAlgorithms } from '../../../providers/kinds/mac-algorithms.js'
import type { Clock } from '../../core/base/clock.js'
import { printable } from '../../core/base/printable.js'
import { decodeBase64url, encodeBase64url, isBase64url } from '../../core/crypto/base64url.js'
import type { CachedDocument } from '../../core/http/cached-document.js'
import { parseStrictJson } from '../../core/http/strict-json.js'
import { macKey, PROVIDER_CLOCK_TOLERANCE_SECONDS } from './client.js'
import { badStatus } from './errors.js'
import type { Flow } from './flow-cookies.js'
import { isKeyOf, type ReadyOAuthProvider, type ServerMetadata } from './provider.js'

/*
 * ID tokens, and the other signed responses of a provider: parsed, checked beyond oauth4webapi and jose, one function a check, and verified
 * with the keys of the issuer. A check returns what is wrong with the token. Strict JSON is in http/strict-json.ts, issuers in provider.ts.
 */

/** A compact JWS with a JSON object as its payload. Nothing in it is verified. */
export interface Jws {
  readonly token: string
  readonly header: Readonly<Record<string, unknown>> & { readonly alg: string }
  readonly claims: Record<string, unknown>
  readonly signature: Uint8Array
}

/**
 * Parses a compact JWS that every implementation parses alike: canonical base64url, and JSON objects without duplicate members.
 * Throws for anything else. The libraries parse the token once more.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7515.html#section-5.2
 * @see https://www.rfc-editor.org/rfc/rfc8725.html#section-3.1
 */
export function parseJws(token: string): Jws {
  const parts = token.split('.')
  if (parts.length !== 3 || parts.some((part) => part === '' || !isBase64url(part))) {
    throw new Error('The token is not a compact JWS.')
  }
  const [header, claims, signature] = parts.map(decodeBase64url) as [Uint8Array, Uint8Array, Jws['signature']]
  const { alg, kid, ...others } = parseObject(header)
  if (typeof alg !== 'string') throw new Error('The JWS header has no `alg`.')
  if (kid !== undefined && typeof kid !== 'string')
    throw new Error('The `kid` in the JWS header is not a string.')
  return { token, header: { ...others, alg, kid }, claims: parseObject(claims), signature }
}

/** The claims of a token that may be no JWS; `undefined` where it is none. Nothing in them is verified. */
export function unverifiedClaims(token: string): Jws['claims'] | undefined {
  try {
    return parseJws(token).claims
  } catch {
    return undefined
  }
}

function parseObject(json: Uint8Array): Record<string, unknown> {
  const value = parseStrictJson(json)
  if (isObject(value)) return value
  throw new Error('The JWS does not hold JSON objects.')
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Default for the seconds that may pass between the issue of an ID token and its arrival. */
const MAX_AGE_SECONDS = 10 * 60

/** The last moment that a `Date` can express, in seconds since 1970. */
const MAX_TIME_SECONDS = 8_640_000_000_000

/**
 * The accepted signature algorithms and the hash of each. `none`, shared secrets and ML-DSA are not among them.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7518.html#section-3.1
 * @see https://www.rfc-editor.org/rfc/rfc9864.html#section-2.2
 */
export const signatureHashes: ReadonlyMap<string, 'SHA-256' | 'SHA-384' | 'SHA-512'> = new Map([
  ...(['RS256', 'PS256', 'ES256'] as const).map((alg) => [alg, 'SHA-256'] as const),
  ...(['RS384', 'PS384', 'ES384'] as const).map((alg) => [alg, 'SHA-384'] as const),
  ...(['RS512', 'PS512', 'ES512', 'Ed25519', 'EdDSA'] as const).map((alg) => [alg, 'SHA-512'] as const),
])

/** An ID token with what it is compared with. */
export interface IdTokenContext {
  readonly provider: ReadyOAuthProvider
  readonly metadata: ServerMetadata
  /** What the authorization request said. */
  readonly flow: Pick<Flow, 'acrValues' | 'maxAge' | 'nonce'>
  readonly accessToken: string
  readonly clock: Clock
}

type Problem = string | undefined | false
type Check<Context> = (token: Jws, context: Context) => Problem | Promise<Problem>

/** The checks of an ID token before oauth4webapi validates its claims. */
export const idTokenHeaderChecks: readonly Check<Pick<IdTokenContext, 'provider' | 'metadata'>>[] = [
  jwtType,
  idTokenAlgorithm,
]

/** The checks of an ID token whose claims oauth4webapi has validated. */
export const idTokenClaimChecks: readonly Check<IdTokenContext>[] = [
  trustedAudiences,
  authorizedParty,
  soleAudienceOfMac,
  expressibleExpiry,
  recentIssue,
  requestedContext,
  subjectCharacters,
  accessTokenHash,
]

/** Throws for the first check that an ID token fails. */
export async function checkIdToken<Context>(
  checks: readonly Check<Context>[],
  token: Jws,
  context: Context,
): Promise<void> {
  for (const check of checks) {
    const problem = await check(token, context)
    if (problem) throw new Error(`The ID token cannot be used: ${problem}.`)
  }
}

/** A token of another kind is not an ID token. @see https://www.rfc-editor.org/rfc/rfc8725.html#section-3.11 */
export function jwtType({ header: { typ = 'JWT' } }: Jws): Problem {
  const isJwt = typeof typ === 'string' && /^(?:application\/)?jwt$/i.test(typ)
  return !isJwt && '`typ` names another kind of token'
}

/** The algorithm is the configured one, or else announced and a signature. @see https://www.rfc-editor.org/rfc/rfc8725.html#section-3.1 */
export function idTokenAlgorithm(
  { header: { alg } }: Jws,
  { provider, metadata }: Pick<IdTokenContext, 'provider' | 'metadata'>,
): Problem {
  const { id_token_signing_alg_values_supported: announced } = metadata
  const { id_token_signed_response_alg: configured } = provider.client ?? {}
  const signatures = [Array.isArray(announced) ? announced : 'RS256']
    .flat()
    .filter((name) => signatureHashes.has(name))
  const isExpected = configured === undefined ? signatures.includes(alg) : alg === configured
  return (
    !isExpected &&
    `its algorithm is '${printable(alg)}'. \`client.id_token_signed_response_alg\` names the one that is accepted`
  )
}

/** Every audience is the client or listed as trusted. @see https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation */
function trustedAudiences({ claims: { aud } }: Jws, { provider }: IdTokenContext): Problem {
  const { clientId, client } = provider
  const trusted: readonly unknown[] = [clientId, ...(client?.id_token_trusted_audiences ?? [])]
  const untrusted = [aud].flat().find((audience) => !trusted.includes(audience))
  return (
    untrusted !== undefined &&
    `\`aud\` names '${printable(String(untrusted))}', which \`client.id_token_trusted_audiences\` does not list`
  )
}

/** `azp` names the client also where it is optional. @see https://openid.net/specs/openid-connect-core-1_0.html#IDToken */
function authorizedParty({ claims: { azp } }: Jws, { provider: { clientId } }: IdTokenContext): Problem {
  return azp !== undefined && azp !== clientId && '`azp` names another client'
}

/** With a MAC, no other audience can have made the token. @see https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation */
export function soleAudienceOfMac({ header: { alg }, claims: { aud } }: Jws): Problem {
  return macAlgorithms.has(alg) && [aud].flat().length !== 1 && '`aud` names several clients'
}

/** @see https://www.rfc-editor.org/rfc/rfc7519.html#section-4.1.4 */
function expressibleExpiry({ claims: { exp } }: Jws): Problem {
  return Number(exp) > MAX_TIME_SECONDS && '`exp` is not a time'
}

/** @see https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation */
function recentIssue({ claims }: Jws, { provider: { client = {} }, clock }: IdTokenContext): Problem {
  const { id_token_max_age: maxAge = MAX_AGE_SECONDS } = client
  const now = clock() / 1000
  const iat = Number(claims['iat'])
  if (iat > now + PROVIDER_CLOCK_TOLERANCE_SECONDS) return '`iat` is in the future'
  return !(iat >= now - maxAge - PROVIDER_CLOCK_TOLERANCE_SECONDS) && '`iat` is too far in the past'
}

/** `acr` is one of the requested values. @see https://openid.net/specs/openid-connect-core-1_0.html#acrSemantics */
function requestedContext({ claims: { acr } }: Jws, { flow: { acrValues } }: IdTokenContext): Problem {
  const isRequested = acrValues === undefined || acrValues.split(' ').includes(String(acr))
  return !isRequested && '`acr` is not one of the requested values'
}

/** @see https://openid.net/specs/openid-connect-core-1_0.html#IDToken */
function subjectCharacters({ claims: { sub } }: Jws): Problem {
  return !/^[\x20-\x7e]{1,255}$/.test(String(sub)) && '`sub` must be 1 to 255 ASCII characters'
}

/** @see https://openid.net/specs/openid-connect-core-1_0.html#CodeIDToken */
async function accessTokenHash({ header, claims }: Jws, { accessToken }: IdTokenContext): Promise<Problem> {
  if (claims['at_hash'] === undefined) return undefined
  const hash = signatureHashes.get(header.alg) ?? macAlgorithms.get(header.alg)
  const digest = hash && (await crypto.subtle.digest(hash, new TextEncoder().encode(accessToken)))
  const expected = digest && encodeBase64url(new Uint8Array(digest, 0, digest.byteLength / 2))
  const isOfToken = expected !== undefined && claims['at_hash'] === expected
  return !isOfToken && '`at_hash` belongs to another access token'
}

/** A published private key verifies nothing, nor does a key for other operations. @see https://www.rfc-editor.org/rfc/rfc7517.html#section-4.3 */
function isVerificationKey({ d, key_ops: operations = ['verify'] }: Record<string, unknown>): boolean {
  return d === undefined && Array.isArray(operations) && operations.includes('verify')
}

/** An RSA signature is as long as its modulus. Some runtimes accept one without leading zeros. @see https://www.rfc-editor.org/rfc/rfc8017.html#section-8.1.2 */
function hasFullLength({ length }: Uint8Array, { algorithm }: Pick<CryptoKey, 'algorithm'>): boolean {
  const { modulusLength } = algorithm as Partial<RsaKeyAlgorithm>
  return modulusLength === undefined || length === Math.ceil(modulusLength / 8)
}

/**
 * When a session must end at the latest, in seconds since 1970: at the end of the one at the provider, as the claim `session_expiry` says, or with the
 * ID token, where the configuration says so. Other values of `session_expiry` than integers are no such claim.
 *
 * @param claims - Of an ID token whose signature is verified.
 * @see https://github.com/openid/ipsie-openid-sl1
 * @see https://openid.net/specs/openid-connect-session-1_0.html#CreatingUpdatingSessions
 */
export function sessionCeiling(
  claims: Readonly<Record<string, unknown>> | undefined,
  { ceiling }: Pick<SessionOptions, 'ceiling'>,
): number | undefined {
  const { session_expiry, exp } = claims ?? {}
  if (isTime(session_expiry)) return session_expiry
  // It may have a fraction (RFC 7519, section 2), and was validated as a time.
  return ceiling === 'provider' && typeof exp === 'number' ? Math.floor(exp) : undefined
}

/** Throws where the session at the provider has ended, so that no session starts with it. */
export function requireCurrentSession(claims: Readonly<Record<string, unknown>>, clock: Clock): void {
  const end = sessionCeiling(claims, {})
  if (end !== undefined && end <= clock() / 1000)
    throw new Error('By `session_expiry`, the session at the provider has ended.')
}

function isTime(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0
}

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
