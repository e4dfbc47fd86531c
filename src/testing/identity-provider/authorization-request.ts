import { sha256Base64url } from '#crypto'
import type { UserClaims } from './contract.js'

/** An authorization request, which is stored by its code. */
export interface AuthorizationRequest {
  readonly params: URLSearchParams
  /** The user who agreed to the request. */
  readonly user: UserClaims
  /** Whether `login_hint` selected the user. */
  readonly isHinted: boolean
}

/**
 * Whether a token request fits the authorization request of its code: the redirect URI, and the code verifier.
 *
 * @param form - The body of the token request, from the registered client.
 */
export async function fitsRequest(form: URLSearchParams, { params }: AuthorizationRequest): Promise<boolean> {
  if (form.get('redirect_uri') !== params.get('redirect_uri')) return false
  const challenge = params.get('code_challenge')
  const verifier = form.get('code_verifier')
  // RFC 9700, section 2.1.1: if there is a verifier but no challenge, an attacker may have removed the
  // challenge.
  if (challenge === null) return verifier === null
  return (await sha256Base64url(verifier ?? '')) === challenge
}
