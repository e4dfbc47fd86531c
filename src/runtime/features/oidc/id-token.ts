import { macAlgorithms } from '../../../providers/kinds/mac-algorithms.js'
import { encodeBase64url } from '../../core/crypto/base64url.js'
import { type Jws, parseJws } from '../oauth/jws.js'
import type { ExpectedIdToken, TokenResponseContext } from '../oauth/openid-extension.js'
import {
  type Check,
  issueTime,
  type Problem,
  soleAudienceOfMac,
  trustedAudiences,
} from './id-and-logout-token-checks.js'
import { expectedIssuer } from './issuer.js'
import { serverKeys } from './jwks.js'
import { idTokenAlgorithm, signatureHashes, verifyJws } from './signature.js'

/* Checks of ID tokens in addition to those of oauth4webapi. */

export async function parseIdToken(token: string, context: TokenResponseContext): Promise<Jws> {
  const idToken = parseJws(token)
  await check(headerChecks, idToken, context)
  return idToken
}

export function expectedIdToken(
  idToken: Jws | undefined,
  { provider, metadata: { issuer }, flow: { nonce, maxAge } }: TokenResponseContext,
): ExpectedIdToken {
  return {
    issuer: idToken ? expectedIssuer(provider, issuer, idToken.claims) : issuer,
    requireIdToken: true,
    ...(nonce !== undefined && { expectedNonce: nonce }),
    ...(maxAge !== undefined && { maxAge }),
  }
}

/**
 * Verifies an ID token after oauth4webapi has validated its claims.
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation
 */
export async function verifyIdToken(
  idToken: Jws,
  accessToken: string,
  context: TokenResponseContext,
): Promise<void> {
  await check(claimChecks, idToken, { ...context, accessToken })
  const { provider } = context
  await verifyJws(idToken, provider.client?.id_token_signed_response_alg, provider, context.get(serverKeys))
}

const MAX_AGE_SECONDS = 10 * 60

/** The latest time that a `Date` can represent. */
const MAX_TIME_SECONDS = 8_640_000_000_000

type IdTokenContext = Pick<TokenResponseContext, 'provider' | 'metadata' | 'flow' | 'clock'> & {
  readonly accessToken: string
}

const headerChecks: readonly Check<Pick<IdTokenContext, 'provider' | 'metadata'>>[] = [
  jwtType,
  idTokenAlgorithm,
]

/**
 * oauth4webapi has already checked that the client is an audience and, if there are several audiences, that
 * `azp` is the client.
 */
const claimChecks: readonly Check<IdTokenContext>[] = [
  trustedAudiences,
  authorizedParty,
  soleAudienceOfMac,
  expressibleExpiry,
  recentIssue,
  requestedAuthenticationClass,
  subjectCharacters,
  accessTokenHash,
]

async function check<Context>(
  checks: readonly Check<Context>[],
  token: Jws,
  context: Context,
): Promise<void> {
  for (const each of checks) {
    const problem = await each(token, context)
    if (problem) throw new Error(`The ID token cannot be used: ${problem}.`)
  }
}

/** @see https://www.rfc-editor.org/rfc/rfc8725.html#section-3.11 */
export function jwtType({ header: { typ = 'JWT' } }: Jws): Problem {
  const isJwt = typeof typ === 'string' && /^(?:application\/)?jwt$/i.test(typ)
  return !isJwt && '`typ` names another kind of token'
}

/** @see https://openid.net/specs/openid-connect-core-1_0.html#IDToken */
function authorizedParty({ claims: { azp } }: Jws, { provider: { clientId } }: IdTokenContext): Problem {
  return azp !== undefined && azp !== null && azp !== clientId && '`azp` names another client'
}

/** @see https://www.rfc-editor.org/rfc/rfc7519.html#section-4.1.4 */
function expressibleExpiry({ claims: { exp } }: Jws): Problem {
  return Number(exp) > MAX_TIME_SECONDS && '`exp` is not a time'
}

/** @see https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation */
function recentIssue({ claims }: Jws, { provider: { client = {} }, clock }: IdTokenContext): Problem {
  const { id_token_max_age: maxAge = MAX_AGE_SECONDS } = client
  return issueTime(Number(claims['iat']), maxAge, clock() / 1000)
}

/** @see https://openid.net/specs/openid-connect-core-1_0.html#acrSemantics */
function requestedAuthenticationClass(
  { claims: { acr } }: Jws,
  { flow: { acrValues } }: IdTokenContext,
): Problem {
  const isRequested = acrValues === undefined || acrValues.split(' ').includes(String(acr))
  return !isRequested && '`acr` is not one of the requested values'
}

/** @see https://openid.net/specs/openid-connect-core-1_0.html#IDToken */
function subjectCharacters({ claims: { sub } }: Jws): Problem {
  return !/^[\x20-\x7e]{1,255}$/.test(String(sub)) && '`sub` must be 1 to 255 ASCII characters'
}

/** @see https://openid.net/specs/openid-connect-core-1_0.html#CodeIDToken */
async function accessTokenHash({ header, claims }: Jws, { accessToken }: IdTokenContext): Promise<Problem> {
  // authentik sends `null` with refreshed tokens: https://github.com/goauthentik/authentik/issues/3739
  if (claims['at_hash'] === undefined || claims['at_hash'] === null) return undefined
  const hash = signatureHashes.get(header.alg) ?? macAlgorithms.get(header.alg)
  const digest = hash && (await crypto.subtle.digest(hash, new TextEncoder().encode(accessToken)))
  const expected = digest && encodeBase64url(new Uint8Array(digest, 0, digest.byteLength / 2))
  return claims['at_hash'] !== expected && '`at_hash` belongs to another access token'
}
