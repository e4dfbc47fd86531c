import { JWTSessionError } from '../../../errors.js'
import type { CookieExchange } from '../http/cookies.js'
import { isOfOtherProcess, type PresentedToken, presentedToken } from './presented-token.js'
import type { RevocationResult } from './revocations.js'
import { revokeTokens } from './sealed-session-changes.js'
import { type EndedSession, userIdOf } from './session-strategy.js'
import type { TokenAccess } from './token-access.js'

/**
 * Ends the session of the request. `unreadable: 'end'` also handles a token that was sealed with a secret
 * that this process does not have. A session in a store is ended. For a token in a cookie, a
 * `JWTSessionError` is thrown.
 */
export async function endTokenSession(
  sessions: TokenAccess,
  exchange: CookieExchange,
  unreadable?: 'end',
): Promise<EndedSession | undefined> {
  const presented = await presentedToken(sessions, exchange)
  if (!presented && unreadable) await endUnreadable(sessions, exchange)
  const isLive = presented && !(await isRevoked(sessions, presented))
  if (isLive) await revoke(sessions, presented)
  // After the revocation: if it fails, the user still has the cookie and can try again.
  sessions.clear(exchange)
  if (!isLive || presented.time === 'expired') return undefined
  const { '~session': _, ...token } = presented.claims
  return { token }
}

export async function endPrevious(
  sessions: TokenAccess,
  exchange: CookieExchange,
): Promise<RevocationResult> {
  const previous = await presentedToken(sessions, exchange)
  const isLive = previous && !(await isRevoked(sessions, previous))
  return isLive ? revoke(sessions, previous) : 'none'
}

async function endUnreadable(sessions: TokenAccess, exchange: CookieExchange): Promise<void> {
  const { holder, revocations } = sessions.parts
  const sealed = await sessions.sentToken(exchange)
  if (sealed === undefined || !(await isOfOtherProcess(sealed, sessions))) return
  const id = await holder?.idOf(exchange)
  if (id === undefined) {
    throw new JWTSessionError('The session token was sealed with a secret that this process does not have.')
  }
  await revocations.revoke({ id })
}

/**
 * Whether the session was already revoked. Without this check, a client with a copy of a revoked token could
 * repeat the sign-out until all sessions of the user are revoked.
 */
async function isRevoked({ parts }: TokenAccess, { claims }: PresentedToken): Promise<boolean> {
  const { '~session': origin, sub } = claims
  return parts.revocations.isRevoked(origin, userIdOf(origin, sub))
}

function revoke(sessions: TokenAccess, { claims }: PresentedToken): Promise<RevocationResult> {
  const { '~session': origin, sub } = claims
  return revokeTokens(sessions, origin, userIdOf(origin, sub))
}
