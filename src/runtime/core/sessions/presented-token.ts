import { EXPIRY_MARGIN_SECONDS } from '../../../model/kept-after-expiry.js'
import { parseJwe } from '../crypto/jwe.js'
import type { CookieExchange } from '../http/cookies.js'
import { policyOf } from './session-lifetime.js'
import { isSealedClaims, type SealedClaims } from './session-strategy.js'
import { secondsNow, type TokenAccess } from './token-access.js'

/*
 * Session tokens that this process rejects but another process may accept. A sign-out must end their
 * sessions, and reading a session must not delete their cookies.
 */

/** A token that the browser has sent. `time` is relative to the clock of this process. */
export interface PresentedToken {
  readonly claims: SealedClaims
  readonly time: 'early' | 'valid' | 'expired'
}

export async function presentedToken(
  sessions: TokenAccess,
  exchange: CookieExchange,
): Promise<PresentedToken | null> {
  const sealed = await sessions.sentToken(exchange)
  if (sealed === undefined) return null
  const claims = await sessions.open(sealed)
  return claims ? { claims, time: 'valid' } : outOfTime(sessions, sealed)
}

/** Returns the token if `open` rejected it only because it is not valid yet or expired recently. */
export async function outOfTime(sessions: TokenAccess, sealed: string): Promise<PresentedToken | null> {
  const { sealer, policy } = sessions.parts
  const claims = await sealer.openAtAnyTime(sealed)
  if (!claims || !isSealedClaims(claims)) return null
  const now = secondsNow(sessions)
  const { '~session': origin } = claims
  // A custom encoder may write a different `exp`, so the absolute lifetime is checked here, too.
  const end = Math.min(claims.exp, origin.start + policyOf(policy, origin).absoluteMaxAge)
  if (end > now) return { claims, time: 'early' }
  return end > now - EXPIRY_MARGIN_SECONDS ? { claims, time: 'expired' } : null
}

/** Whether another process may have sealed the token with a secret that this process does not have. */
export async function isOfOtherProcess(token: string, { parts }: TokenAccess): Promise<boolean> {
  const isUnknown = parseJwe(token) !== undefined && (await parts.sealer.hasKeyOf(token)) === false
  return isUnknown && parts.secretsDiffer()
}
