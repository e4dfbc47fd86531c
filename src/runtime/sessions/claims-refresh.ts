import type { TokenClaims } from '../../builder/spec.js'
import { JWTSessionError } from '../../errors.js'
import type { LoggerInstance } from '../../options/logger.js'
import type { ClaimsRefresh } from '../../options/session-options.js'
import { asError } from '../base/as-error.js'
import type { Clock } from '../base/clock.js'
import { throughJson } from '../base/through-json.js'
import { inTime } from '../storage/in-time.js'
import { isDue } from './session-renewal.js'
import type { SessionOrigin } from './session-strategy.js'

/** Claims of a session, and when they were refreshed. `claims` is `null` where the application ended the session. */
export interface FreshClaims {
  readonly claims: TokenClaims | null
  readonly refreshed: number
}

export interface ClaimsRefreshParts {
  readonly refresh: ClaimsRefresh
  /** The claims as the application's schema makes them, or `null` when they do not match it. */
  check(claims: TokenClaims): Promise<TokenClaims | null>
  readonly logger: LoggerInstance
  readonly clock: Clock
}

/** Seconds after a failure in which the claims of tokens are used unchanged. */
const PAUSE = 10

/** Sessions whose fresh claims are kept for requests whose response can set no cookie, or that come before it. */
const MAX_KEPT = 1_000

/** Refreshes claims: one call at a time for a session, and none for a while after one has failed. */
export class ClaimsRefresher {
  readonly #parts: ClaimsRefreshParts
  readonly #inFlight = new Map<string, Promise<FreshClaims | undefined>>()
  readonly #kept = new Map<string, FreshClaims>()
  #pausedUntil = Number.NEGATIVE_INFINITY

  constructor(parts: ClaimsRefreshParts) {
    this.#parts = parts
  }

  /** The fresh claims of a session whose claims are due; `undefined` where those of its token are to be used. */
  async fresh(claims: TokenClaims, origin: SessionOrigin): Promise<FreshClaims | undefined> {
    const now = this.#now()
    const kept = this.#kept.get(origin.id)
    if (kept && !isDue(kept.refreshed, now, this.#parts.refresh.every)) return kept
    if (now < this.#pausedUntil && this.#pausedUntil <= now + PAUSE) return undefined
    const running = this.#inFlight.get(origin.id) ?? this.#begin(claims, origin.id, now)
    return running
  }

  #begin(claims: TokenClaims, id: string, now: number): Promise<FreshClaims | undefined> {
    const own = this.#ask(claims, now).finally(() => this.#inFlight.delete(id))
    this.#inFlight.set(id, own)
    return own.then((fresh) => {
      if (fresh) this.#keep(id, fresh)
      return fresh
    })
  }

  async #ask(claims: TokenClaims, now: number): Promise<FreshClaims | undefined> {
    const { refresh, check, logger } = this.#parts
    try {
      const { sub, iat, exp } = claims
      const returned = (await inTime(refresh.claims(structuredClone(claims)))) as TokenClaims | null
      if (returned === null) return { claims: null, refreshed: now }
      const checked = await check(throughJson({ ...claims, ...returned }))
      if (!checked) throw new TypeError('The claims do not match the schema of `.jwt({ claims })`.')
      return { claims: { ...checked, sub, iat, exp }, refreshed: now }
    } catch (error) {
      this.#pausedUntil = now + PAUSE
      logger.error(
        new JWTSessionError('Claims could not be refreshed: those of the tokens are used meanwhile.', {
          cause: asError(error),
        }),
      )
      return undefined
    }
  }

  #keep(id: string, fresh: FreshClaims): void {
    this.#kept.delete(id)
    this.#kept.set(id, fresh)
    const [oldest] = this.#kept.size > MAX_KEPT ? this.#kept.keys() : []
    if (oldest !== undefined) this.#kept.delete(oldest)
  }

  #now(): number {
    return Math.floor(this.#parts.clock() / 1000)
  }
}
