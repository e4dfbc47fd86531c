import { hasControlCharacter } from '../../core/base/unicode.js'
import { PROVIDER_CLOCK_TOLERANCE_SECONDS } from '../oauth/client.js'
import { isObject, type Jws, parseJws } from '../oauth/jws.js'
import type { AuthorizationServer } from '../oauth/openid-extension.js'
import type { ReadyOAuthProvider } from '../oauth/provider.js'
import {
  type Check,
  issueTime,
  type Problem,
  soleAudienceOfMac,
  trustedAudiences,
} from './id-and-logout-token-checks.js'
import { expectedLogoutIssuer } from './issuer.js'
import { canonicalIssuer } from './issuer-aliases.js'
import { serverKeys } from './jwks.js'
import { idTokenAlgorithm, verifyJws } from './signature.js'

export interface LogoutToken {
  readonly issuer: string
  readonly jti: string
  readonly sub: string | undefined
  readonly sid: string | undefined
}

interface LogoutTokenContext {
  readonly provider: ReadyOAuthProvider
  readonly issuer: string
  /** Seconds since 1970. */
  readonly now: number
}

/** In characters. */
const MAX_TOKEN_LENGTH = 16_384

/** Maximum length of `sub`, `sid` and `jti`, in characters. */
const MAX_ID_LENGTH = 255

const MAX_AGE_SECONDS = 10 * 60

/** At least as long as any server accepts a token. */
export const SPENT_TTL_SECONDS: number = MAX_AGE_SECONDS + 2 * PROVIDER_CLOCK_TOLERANCE_SECONDS + 60

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'

const claimChecks: readonly Check<LogoutTokenContext>[] = [
  issuerMatches,
  audienceIsClient,
  trustedAudiences,
  recentIssue,
  notExpired,
  namesSession,
  isLogoutEvent,
  hasNoNonce,
  hasId,
]

/**
 * @param now - Seconds since 1970.
 * @see https://openid.net/specs/openid-connect-backchannel-1_0.html#Validation
 */
export async function verifyLogoutToken(
  token: string,
  provider: ReadyOAuthProvider,
  { metadata, get }: AuthorizationServer,
  now: number,
): Promise<LogoutToken> {
  if (token.length > MAX_TOKEN_LENGTH) throw new Error('The logout token is too long.')
  const jws = parseJws(token)
  throwIf(logoutType(jws) || idTokenAlgorithm(jws, { provider, metadata }) || soleAudienceOfMac(jws))
  const context = { provider, issuer: expectedLogoutIssuer(provider, metadata.issuer, jws.claims), now }
  for (const check of claimChecks) throwIf(await check(jws, context))
  await verifyJws(jws, provider.client?.id_token_signed_response_alg, provider, get(serverKeys))
  const { sub, sid, jti } = jws.claims as { sub?: string; sid?: string; jti: string }
  return { issuer: canonicalIssuer(provider, context.issuer), jti, sub, sid }
}

function throwIf(problem: Problem): void {
  if (problem) throw new Error(`The logout token cannot be used: ${problem}.`)
}

/** @see https://openid.net/specs/openid-connect-backchannel-1_0.html#LogoutToken */
function logoutType({ header: { typ } }: Jws): Problem {
  const isLogout = typeof typ === 'string' && /^(?:application\/)?logout\+jwt$/i.test(typ)
  return !isLogout && '`typ` is not logout+jwt'
}

function issuerMatches({ claims: { iss } }: Jws, { issuer }: LogoutTokenContext): Problem {
  return iss !== issuer && '`iss` is another issuer'
}

function audienceIsClient({ claims: { aud } }: Jws, { provider }: LogoutTokenContext): Problem {
  return ![aud].flat().includes(provider.clientId) && '`aud` does not name this client'
}

function recentIssue({ claims: { iat } }: Jws, { now }: LogoutTokenContext): Problem {
  if (typeof iat !== 'number') return '`iat` is not a number'
  return issueTime(iat, MAX_AGE_SECONDS, now)
}

function notExpired({ claims: { exp, nbf } }: Jws, { now }: LogoutTokenContext): Problem {
  if (typeof exp !== 'number') return '`exp` is not a number'
  if (!(exp > now - PROVIDER_CLOCK_TOLERANCE_SECONDS)) return 'it is expired'
  const isEarly =
    nbf !== undefined && !(typeof nbf === 'number' && nbf <= now + PROVIDER_CLOCK_TOLERANCE_SECONDS)
  return isEarly && '`nbf` is in the future'
}

function namesSession({ claims: { sub, sid } }: Jws): Problem {
  if (sub === undefined && sid === undefined) return 'it has neither `sub` nor `sid`'
  return [sub, sid].some((id) => id !== undefined && !isId(id)) && '`sub` or `sid` is malformed'
}

function isLogoutEvent({ claims: { events } }: Jws): Problem {
  const isEvent = isObject(events) && Object.hasOwn(events, EVENT) && isObject(events[EVENT])
  return !isEvent && '`events` contains no logout event'
}

/** Rejects a `nonce`, because a token with a `nonce` is an ID token. */
function hasNoNonce({ claims }: Jws): Problem {
  return Object.hasOwn(claims, 'nonce') && 'it has a `nonce`'
}

function hasId({ claims: { jti } }: Jws): Problem {
  return !isId(jti) && '`jti` is missing or malformed'
}

function isId(value: unknown): value is string {
  return (
    typeof value === 'string' && value !== '' && value.length <= MAX_ID_LENGTH && !hasControlCharacter(value)
  )
}
