import type { TokenClaims } from '../../../builder/spec.js'
import { JWTSessionError } from '../../../errors.js'
import type { ClaimsRefresh } from '../../../options/session-options.js'
import { sharedFetch } from '../../../platform/shared-fetch.js'
import { asError } from '../base/as-error.js'
import { throughJson } from '../config/callbacks.js'
import { inTime } from '../storage/in-time.js'
import { revokeTokens, type TokenAccess } from './sealed-session-changes.js'
import { isDue } from './session-renewal.js'
import type { TokenSession } from './session-strategy.js'

/**
 * What the application returned for a session, and when. It is cached without the token that it was called with: an older cookie of the session,
 * beside an update of another request, must not bring back what the update changed. `returned` is `null` where the session was ended.
 */
interface FreshClaims {
  readonly returned: TokenClaims | null
  readonly refreshed: number
}

/** A call of the application for one session. It has no claims where it failed. */
interface Refresh {
  /** Those of the request that came last. */
  claims: TokenClaims
  readonly read: (kept: () => { fresh?: FreshClaims } | undefined) => Promise<{ fresh?: FreshClaims }>
}

/** Seconds after a failure in which the claims of a session's tokens are used unchanged. */
const FAILURE_PAUSE_SECONDS = 10

/** Sessions whose fresh claims, or failures, are cached for requests whose response can set no cookie, or that come before it. */
const MAX_KEPT = 1_000

/**
 * Refreshes claims: one call at a time for a session, and none for a while after one has failed. A failure is one of its session alone: otherwise
 * a user for whom the application throws could keep the claims of all others from being refreshed.
 */
export class ClaimsRefresher {
  readonly #sessions: TokenAccess
  readonly #options: ClaimsRefresh
  readonly #running = new Map<string, Refresh>()
  readonly #kept = new Map<string, FreshClaims>()
  /** Until when no call is made for a session. */
  readonly #paused = new Map<string, number>()

  constructor(sessions: TokenAccess, options: ClaimsRefresh) {
    this.#sessions = sessions
    this.#options = options
  }

  /**
   * A session whose claims are due, with fresh ones where there are some; `null` where the application ended it. It is revoked then, so that no
   * copy of its cookie lives on where the next call fails.
   */
  async refreshed(live: TokenSession, writes: boolean): Promise<TokenSession | null> {
    const { claims, origin, userId } = live
    // An encoder of the application may give one id to the tokens of two users.
    const fresh = await this.#fresh(claims, `${origin.id} ${userId}`)
    if (!fresh) return live
    if (!fresh.returned) {
      if (writes) await revokeTokens(this.#sessions, origin, userId)
      return null
    }
    const merged = await this.#merged(claims, fresh.returned).catch((error: unknown) => this.#report(error))
    return merged ? { ...live, claims: merged, origin: { ...origin, refreshed: fresh.refreshed } } : live
  }

  /** The claims of a token with those that were returned. Throws where they do not match the schema together. */
  async #merged(claims: TokenClaims, returned: TokenClaims): Promise<TokenClaims> {
    const { sub, iat, exp } = claims
    const checked = await this.#sessions.check(throughJson({ ...claims, ...returned }))
    if (!checked) throw new TypeError('The claims do not match the schema of `.jwt({ claims })`.')
    return { ...checked, sub, iat, exp }
  }

  async #fresh(claims: TokenClaims, id: string): Promise<FreshClaims | undefined> {
    const kept = this.#keptFor(id)
    if (kept) return kept
    const now = this.#now()
    const pausedUntil = this.#paused.get(id) ?? 0
    if (now < pausedUntil && pausedUntil <= now + FAILURE_PAUSE_SECONDS) return undefined
    const running = this.#running.get(id) ?? this.#begin(claims, id)
    running.claims = claims
    const { fresh } = await running.read(() => {
      const keptMeanwhile = this.#keptFor(id)
      return keptMeanwhile && { fresh: keptMeanwhile }
    })
    if (this.#running.get(id) === running) this.#running.delete(id)
    return fresh
  }

  #begin(claims: TokenClaims, id: string): Refresh {
    const refresh: Refresh = {
      claims,
      read: sharedFetch(async () => {
        const fresh = await this.#request(refresh.claims)
        if (fresh) put(this.#kept, id, fresh)
        else put(this.#paused, id, this.#now() + FAILURE_PAUSE_SECONDS)
        return fresh ? { fresh } : {}
      }),
    }
    // By `put`, which drops the oldest entries: a call that was aborted with its request never removes its own.
    put(this.#running, id, refresh)
    return refresh
  }

  async #request(claims: TokenClaims): Promise<FreshClaims | undefined> {
    const now = this.#now()
    try {
      const returned = (await inTime(this.#options.claims(structuredClone(claims)))) as TokenClaims | null
      if (returned === null) return { returned, refreshed: now }
      await this.#merged(claims, returned)
      return { returned: { ...returned }, refreshed: now }
    } catch (error) {
      this.#report(error)
      return undefined
    }
  }

  #report(error: unknown): undefined {
    this.#sessions.parts.logger.error(
      new JWTSessionError('Claims could not be refreshed: those of the tokens are used meanwhile.', {
        cause: asError(error),
      }),
    )
  }

  #keptFor(id: string): FreshClaims | undefined {
    const kept = this.#kept.get(id)
    return kept && !isDue(kept.refreshed, this.#now(), this.#options.every) ? kept : undefined
  }

  #now(): number {
    return Math.floor(this.#sessions.parts.clock() / 1000)
  }
}

/** Adds an entry, and drops the oldest of too many. */
function put<Value>(map: Map<string, Value>, id: string, value: Value): void {
  map.delete(id)
  map.set(id, value)
  const [oldest] = map.size > MAX_KEPT ? map.keys() : []
  if (oldest !== undefined) map.delete(oldest)
}
