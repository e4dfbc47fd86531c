import type { CachedDocument } from './cached-document.js'
import { type SigningKeys, verifyJws } from './jwks.js'
import type { Jws } from './jws.js'
import { checkIdToken, type IdTokenContext, idTokenClaimChecks } from './stricter-checks.js'

/** The validated claims of an ID token. */
export interface IdTokenClaims extends Record<string, unknown> {
  readonly sub: string
}

/**
 * Completes the validation of an ID token whose claims oauth4webapi has validated: the stricter checks, then the signature.
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation
 */
export async function validateIdToken(
  jws: Jws,
  context: IdTokenContext,
  jwks: CachedDocument<SigningKeys>,
): Promise<IdTokenClaims> {
  await checkIdToken(idTokenClaimChecks, jws, context)
  const { provider } = context
  await verifyJws(jws, provider.client?.id_token_signed_response_alg, provider, jwks)
  return jws.claims as IdTokenClaims
}
