import { sha256Base64url } from '#crypto'
import type { UserClaims } from './contract.js'

export interface AuthorizationRequest {
  readonly params: URLSearchParams
  readonly user: UserClaims
  /** Whether `login_hint` selected the user. */
  readonly isHinted: boolean
}

export async function fitsRequest(form: URLSearchParams, { params }: AuthorizationRequest): Promise<boolean> {
  if (form.get('redirect_uri') !== params.get('redirect_uri')) return false
  const challenge = params.get('code_challenge')
  const verifier = form.get('code_verifier')
  // A verifier without a challenge is refused, because an attacker may have removed the challenge (RFC 9700, section
  // 2.1.1).
  if (challenge === null) return verifier === null
  return (await sha256Base64url(verifier ?? '')) === challenge
}
