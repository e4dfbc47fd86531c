import { macAlgorithms } from '../../../providers/kinds/mac-algorithms.js'
import type { Clock } from '../../clock.js'
import { encodeBase64url } from '../../crypto/base64url.js'
import { signatureAlgorithms } from '../../crypto/signature-algorithms.js'
import { printable } from './callback-error.js'
import type { Flow } from './flow-cookies.js'
import type { Jws } from './jws.js'
import type { ServerMetadata } from './metadata.js'
import type { ReadyOAuthProvider } from './oauth-provider.js'

/** Seconds by which the clocks of the provider and the application may differ. */
export const CLOCK_TOLERANCE = 30

/** Seconds that may pass between the issue of an ID token and its arrival, unless the client says otherwise. */
const MAX_AGE = 10 * 60

/** The last moment that a date can tell, in seconds since 1970. */
const MAX_TIME = 8_640_000_000_000

/** The claims of an ID token that were checked. */
export interface IdTokenClaims extends Record<string, unknown> {
  readonly sub: string
}

/** What an ID token came with. */
export interface IdTokenContext {
  readonly provider: ReadyOAuthProvider
  readonly metadata: ServerMetadata
  readonly accessToken: string
  readonly flow: Flow
  readonly clock: Clock
}

/**
 * Checks everything of an ID token but its signature. Throws for a token that must not be used.
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation
 * @see https://www.rfc-editor.org/rfc/rfc8725.html#section-3.11
 */
export async function checkIdToken(jws: Jws, context: IdTokenContext): Promise<IdTokenClaims> {
  const { header, claims } = jws
  const { provider, metadata, flow, accessToken } = context
  const { client = {}, clientId } = provider
  const { id_token_signing_alg_values_supported: announced } = metadata
  check(header['typ'] === undefined || isJwt(header['typ']), '`typ` names another kind of token')
  check(
    isExpectedAlgorithm(
      header.alg,
      client.id_token_signed_response_alg,
      Array.isArray(announced) ? announced : ['RS256'],
    ),
    `its algorithm is '${printable(header.alg)}'. \`client.id_token_signed_response_alg\` names the one that is accepted`,
  )
  check(claims['iss'] === metadata.issuer, '`iss` names another issuer')
  checkAudience(claims, clientId)
  // Whose key a MAC would be made with is told for one audience alone.
  check(!macAlgorithms.has(header.alg) || [claims['aud']].flat().length === 1, '`aud` names several clients')
  checkTimes(claims, context)
  checkAuthentication(claims, context)
  // A token that answers no question of ours is as wrong as one that answers another.
  check(claims['nonce'] === flow.nonce, '`nonce` is not the one that was sent')
  const { sub, at_hash } = claims
  check(
    typeof sub === 'string' && /^[\x20-\x7e]{1,255}$/.test(sub),
    '`sub` must be 1 to 255 ASCII characters',
  )
  check(
    at_hash === undefined || at_hash === (await accessTokenHash(accessToken, header.alg)),
    '`at_hash` belongs to another access token',
  )
  return { ...claims, sub }
}

/** Whether an algorithm is the one that the client wants, or else a signature's that the provider announces. */
export function isExpectedAlgorithm(alg: string, wanted: string | undefined, announced: unknown): boolean {
  if (wanted !== undefined) return alg === wanted
  return signatureAlgorithms.has(alg) && Array.isArray(announced) && announced.includes(alg)
}

/** With one audience, the client; with several, the client among them and named by `azp`. */
function checkAudience({ aud, azp }: Jws['claims'], clientId: string): void {
  const audiences = Array.isArray(aud) ? aud : [aud]
  check(audiences.includes(clientId), '`aud` names another client')
  check(azp === undefined ? audiences.length === 1 : azp === clientId, '`azp` names another client')
}

/** Checks when a token was issued and ends, and that it is good already. */
function checkTimes(
  { exp, nbf, iat }: Jws['claims'],
  { provider: { client = {} }, clock }: IdTokenContext,
): void {
  const now = clock() / 1000
  const { id_token_max_age: maxAge = MAX_AGE } = client
  check(typeof exp === 'number' && exp <= MAX_TIME, '`exp` is no time')
  check(exp > now - CLOCK_TOLERANCE, 'it is expired')
  check(
    nbf === undefined || (typeof nbf === 'number' && nbf <= now + CLOCK_TOLERANCE),
    '`nbf` lies in the future',
  )
  check(typeof iat === 'number', '`iat` is no time')
  check(iat <= now + CLOCK_TOLERANCE, '`iat` lies in the future')
  check(iat >= now - maxAge - CLOCK_TOLERANCE, '`iat` lies too far in the past')
}

/** Checks when and how the person proved to the provider who they are, as far as that was asked for. */
function checkAuthentication(
  { auth_time, acr }: Jws['claims'],
  { provider: { client = {} }, flow, clock }: IdTokenContext,
): void {
  const maxAge = flow.maxAge ?? client.default_max_age
  const isNeeded = maxAge !== undefined || client.require_auth_time === true
  const isTime = typeof auth_time === 'number' && Number.isFinite(auth_time) && auth_time >= 0
  check(isTime || (auth_time === undefined && !isNeeded), '`auth_time` is no time')
  check(
    maxAge === undefined || Number(auth_time) + maxAge >= clock() / 1000 - CLOCK_TOLERANCE,
    '`auth_time` lies too far in the past',
  )
  const requested = flow.acrValues?.split(' ')
  check(!requested || requested.includes(String(acr)), '`acr` is none of the values that were asked for')
}

function isJwt(typ: unknown): boolean {
  return typeof typ === 'string' && /^(?:application\/)?jwt$/i.test(typ)
}

/** @see https://openid.net/specs/openid-connect-core-1_0.html#CodeIDToken */
async function accessTokenHash(accessToken: string, alg: string): Promise<string | undefined> {
  const hash = signatureAlgorithms.get(alg)?.hash ?? macAlgorithms.get(alg)
  if (!hash) return undefined
  const digest = await crypto.subtle.digest(hash, new TextEncoder().encode(accessToken))
  return encodeBase64url(new Uint8Array(digest, 0, digest.byteLength / 2))
}

function check(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(`The ID token cannot be used: ${what}.`)
}
