import { SubjectMismatch } from '../oauth/errors.js'
import { type Jws, unverifiedClaims } from '../oauth/jws.js'
import type {
  AuthorizationServer,
  IdTokenClaims,
  OpenIDExtension,
  ReceivedWith,
  TokenResponseContext,
} from '../oauth/openid-extension.js'
import type { ReadyOAuthProvider } from '../oauth/provider.js'
import { accountId } from './account-id.js'
import { requireHostedDomain } from './hosted-domain.js'
import { expectedIdToken, parseIdToken, verifyIdToken } from './id-token.js'
import { describesIssuer, responseIssuer } from './issuer.js'
import { canonicalIssuer } from './issuer-aliases.js'
import { serverKeys } from './jwks.js'
import { openIdProfile } from './openid-profile.js'
import { providerSession, requireCurrentSession } from './provider-session.js'
import { isMacAlgorithm, requireMacKeys } from './signature.js'

export const openId: OpenIDExtension = {
  checks: ['pkce', 'nonce'],
  requireMacKeys,
  requireKeys,
  neededEndpoints: ({ idToken }) => (idToken === false ? ['jwks_uri', 'userinfo_endpoint'] : ['jwks_uri']),
  describesIssuer,
  responseIssuer,
  parseIdToken,
  expectedIdToken,
  verifyIdToken: verifySignInIdToken,
  profile: openIdProfile,
  accountId: ({ claims }, subject, provider) => accountId(provider, claims?.['iss'], subject),
  providerSession,
  verifyRefreshedIdToken: verifyRefreshIdToken,
}

async function verifySignInIdToken(
  idToken: Jws,
  { accessToken, iss }: ReceivedWith,
  context: TokenResponseContext,
): Promise<IdTokenClaims> {
  const { claims } = idToken
  await verifyIdToken(idToken, accessToken, context)
  requireHostedDomain(claims, context.provider)
  requireCurrentSession(claims, context.clock)
  if (
    iss !== null &&
    canonicalIssuer(context.provider, claims['iss']) !== canonicalIssuer(context.provider, iss)
  ) {
    throw new Error('The authorization response and the ID token have different issuers.')
  }
  return claims as IdTokenClaims
}

/**
 * Verifies an ID token of a token refresh. Returns whether to store it.
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html#RefreshTokenResponse
 */
async function verifyRefreshIdToken(
  idToken: Jws,
  storedToken: string | undefined,
  accessToken: string,
  context: TokenResponseContext,
): Promise<boolean> {
  // Without a stored ID token, the users cannot be compared, so the new ID token is dropped. The other tokens
  // are still stored, because the previous refresh token may no longer be valid.
  const stored = storedToken ? unverifiedClaims(storedToken) : undefined
  if (!stored) return false
  try {
    await requireKeys(context, context.provider)
  } catch {
    // The ID token cannot be verified, so it is dropped, as above.
    return false
  }
  await verifyIdToken(idToken, accessToken, context)
  const { iss, sub } = stored
  const { claims } = idToken
  const isSameIssuer =
    canonicalIssuer(context.provider, iss) === canonicalIssuer(context.provider, claims['iss'])
  if (isSameIssuer && sub === claims['sub']) return true
  throw new SubjectMismatch('The refreshed ID token belongs to another user.')
}

export async function requireKeys(
  { get }: Pick<AuthorizationServer, 'get'>,
  { client }: Pick<ReadyOAuthProvider, 'client'>,
): Promise<void> {
  // A MAC is verified with the client secret, not with published keys.
  if (!isMacAlgorithm(client?.id_token_signed_response_alg)) await get(serverKeys).current()
}
