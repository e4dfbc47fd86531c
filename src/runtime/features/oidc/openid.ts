import type { Clock } from '../../core/base/clock.js'
import { SubjectMismatch } from '../oauth/errors.js'
import { type Jws, unverifiedClaims } from '../oauth/jws.js'
import type {
  AuthorizationServer,
  IdTokenClaims,
  IdTokenResponse,
  OpenIDExtension,
  TokenResponseContext,
} from '../oauth/openid-extension.js'
import { expectedIdToken, parseIdToken, verifyIdToken } from './id-token.js'
import { openIdProfile, providerSession, sessionEnd } from './identity.js'
import { accountId, describesIssuer, responseIssuer } from './issuer.js'
import { serverKeys } from './jwks.js'
import { requireMacKeys } from './signature.js'

/** What OpenID Connect adds to the flow of OAuth 2. */
export const openId: OpenIDExtension = {
  checks: ['pkce', 'nonce'],
  requireMacKeys,
  neededEndpoints: ({ idToken }) => (idToken === false ? ['jwks_uri', 'userinfo_endpoint'] : ['jwks_uri']),
  describesIssuer,
  responseIssuer,
  parseIdToken,
  expectedIdToken,
  verifyIdToken: idTokenOfSignIn,
  profile: openIdProfile,
  accountId: ({ claims }, subject, provider) => accountId(provider, claims?.['iss'], subject),
  providerSession,
  prepareRefresh: async (server) => void (await hasKeys(server)),
  verifyRefreshedIdToken: idTokenOfRefresh,
}

/** Verifies the ID token of a sign-in. Throws if it belongs to another issuer than the authorization response, or to a session that has ended. */
async function idTokenOfSignIn(
  idToken: Jws,
  { accessToken, iss }: IdTokenResponse,
  context: TokenResponseContext,
): Promise<IdTokenClaims> {
  const { claims } = idToken
  await verifyIdToken(idToken, accessToken, context)
  requireCurrentSession(claims, context.clock)
  if (iss !== null && claims['iss'] !== iss) {
    throw new Error('The authorization response and the ID token are of two issuers.')
  }
  return claims as IdTokenClaims
}

/** Throws where the session at the provider has ended, so that no session starts with it. */
function requireCurrentSession(claims: Readonly<Record<string, unknown>>, clock: Clock): void {
  const end = sessionEnd(claims, {})
  if (end !== undefined && end <= clock() / 1000)
    throw new Error('By `session_expiry`, the session at the provider has ended.')
}

/**
 * Validates an ID token that came with new tokens. Throws where it is not of the user whose account it is; where no ID token is stored, nothing
 * says whose it is, and it is not kept.
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html#RefreshTokenResponse
 */
async function idTokenOfRefresh(
  idToken: Jws,
  before: string | undefined,
  accessToken: string,
  context: TokenResponseContext,
): Promise<boolean> {
  // What an adapter returns may be `null`, or no ID token. The new tokens are stored all the same: the old refresh token may be spent.
  const stored = before ? unverifiedClaims(before) : undefined
  if (!stored || !(await hasKeys(context))) return false
  await verifyIdToken(idToken, accessToken, context)
  const { iss, sub } = stored
  if (iss === idToken.claims['iss'] && sub === idToken.claims['sub']) return true
  throw new SubjectMismatch('The ID token of the refreshed tokens is of another user.')
}

/** Whether the keys are there: without them, new tokens are stored all the same, because the old refresh token may be spent. */
async function hasKeys({ get }: Pick<AuthorizationServer, 'get'>): Promise<boolean> {
  return get(serverKeys)
    .current()
    .then(
      () => true,
      () => false,
    )
}
