import { clockWarning } from './clock-warning.js'
import { outOfTime, type TokenAccess } from './jwt-changes.js'
import { unreadableReason } from './unreadable-token.js'

/** Seconds between two warnings of one kind, because any client can send a token that causes one. */
const WARNING_INTERVAL = 60

/** Finds out why session tokens are rejected, and warns of what an administrator can mend. */
export class RejectedTokens {
  readonly #sessions: TokenAccess
  #clockWarned = Number.NEGATIVE_INFINITY
  #unreadableWarned = Number.NEGATIVE_INFINITY

  constructor(sessions: TokenAccess) {
    this.#sessions = sessions
  }

  /** Whether the clock of this process is the only reason why a token of this application was rejected. */
  async isByClockAlone(sealed: string): Promise<boolean> {
    const { clock } = this.#sessions.parts
    const now = Math.floor(clock() / 1000)
    const held = await outOfTime(this.#sessions, sealed)
    if (!held) await this.#warnOfToken(sealed, now)
    else if (held.claims.iat > now) this.#warnOfClock(held.claims.iat, now)
    return held !== null
  }

  async #warnOfToken(sealed: string, now: number): Promise<void> {
    if (Math.abs(now - this.#unreadableWarned) < WARNING_INTERVAL) return
    const { logger, sealer } = this.#sessions.parts
    const reason = await unreadableReason(sealed, sealer)
    if (reason === undefined) return
    this.#unreadableWarned = now
    logger.warn('session-token-unreadable', reason)
  }

  #warnOfClock(sealedAt: number, now: number): void {
    // An interval that is negative is one of a clock that was set back.
    if (Math.abs(now - this.#clockWarned) < WARNING_INTERVAL) return
    this.#clockWarned = now
    this.#sessions.parts.logger.warn('clock', clockWarning(now, sealedAt))
  }
}
