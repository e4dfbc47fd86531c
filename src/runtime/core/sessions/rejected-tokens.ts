import { parseJwe } from '../crypto/jwe.js'
import type { Sealer } from '../crypto/sealer.js'
import { isOfOtherProcess, outOfTime } from './presented-token.js'
import type { TokenAccess } from './token-access.js'

/** Minimum time between two warnings. Any client can send a token that causes a warning. */
const WARNING_INTERVAL_SECONDS = 60

export class RejectedTokens {
  readonly #sessions: TokenAccess
  #clockWarnedAt = Number.NEGATIVE_INFINITY
  #unreadableWarnedAt = Number.NEGATIVE_INFINITY

  constructor(sessions: TokenAccess) {
    this.#sessions = sessions
  }

  /** May log a warning about the token. Returns whether its cookie must be kept. */
  async check(sealed: string): Promise<boolean> {
    const { clock } = this.#sessions.parts
    const now = Math.floor(clock() / 1000)
    const token = await outOfTime(this.#sessions, sealed)
    if (!token) await this.#warnOfToken(sealed, now)
    else if (token.claims.iat > now) this.#warnOfClock(token.claims.iat, now)
    return token !== null || (await isOfOtherProcess(sealed, this.#sessions))
  }

  async #warnOfToken(sealed: string, now: number): Promise<void> {
    if (Math.abs(now - this.#unreadableWarnedAt) < WARNING_INTERVAL_SECONDS) return
    const { logger, sealer } = this.#sessions.parts
    const reason = await unreadableReason(sealed, sealer)
    if (reason === undefined) return
    this.#unreadableWarnedAt = now
    logger.warn('session-token-unreadable', reason)
  }

  #warnOfClock(sealedAt: number, now: number): void {
    // `Math.abs`: the clock may have been set back.
    if (Math.abs(now - this.#clockWarnedAt) < WARNING_INTERVAL_SECONDS) return
    this.#clockWarnedAt = now
    this.#sessions.parts.logger.warn('clock', clockWarning(now, sealedAt))
  }
}

function clockWarning(now: number, sealedAt: number): string {
  return `The clock of this process is behind another server's: it says ${timeText(now)}, and a session token was sealed at ${timeText(sealedAt)}. Until the clocks agree, this process does not read that session; signing out revokes it. Synchronize the clocks of all servers, for example with NTP.`
}

function timeText(seconds: number): string {
  const time = new Date(seconds * 1000)
  return Number.isNaN(time.getTime()) ? String(seconds) : time.toISOString()
}

const CONSEQUENCE = 'A session token cannot be read, so its user counts as signed out. '

/**
 * Returns why a token cannot be decrypted. The reason is logged, so it must not quote the token. Returns
 * `undefined` if the token can be decrypted, and has only expired for example.
 */
async function unreadableReason(
  token: string,
  sealer: Pick<Sealer, 'openAtAnyTime' | 'hasKeyOf'>,
): Promise<string | undefined> {
  if (await sealer.openAtAnyTime(token)) return undefined
  const isKeyKnown = await sealer.hasKeyOf(token)
  if (isKeyKnown === undefined)
    return `${CONSEQUENCE}\`decode\` of the option \`jwt\` returned null for it, or threw.`
  if (!parseJwe(token)) {
    return `${CONSEQUENCE}The cookie is damaged: it contains no complete token. Another program may set a cookie with this name.`
  }
  return isKeyKnown
    ? `${CONSEQUENCE}The token is damaged, or for another host. Its key belongs to this application.`
    : `${CONSEQUENCE}Its key is unknown: it was sealed with another secret, or under another cookie name or host. ` +
        'If AUTH_SECRET or the option `secret` was changed, set both secrets, and let all processes accept the new secret before any process seals with it: see "Rotating the secret" in docs/deployment.md.'
}
