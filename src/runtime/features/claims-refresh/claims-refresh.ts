import type { TokenClaims } from '../../../builder/auth-spec.js'
import { JWTSessionError } from '../../../errors.js'
import type { Awaitable } from '../../../model/awaitable.js'
import type { ClaimsRefresh } from '../../../options/session-options.js'
import { sharedFetch } from '../../../platform/shared-fetch.js'
import { asError } from '../../core/base/as-error.js'
import { inTime } from '../../core/base/in-time.js'
import { throughJson } from '../../core/base/json.js'
import { setNewest } from '../../core/base/set-newest.js'
import { redactErrors } from '../../core/config/logger.js'
import type { App, RuleParts } from '../../core/object-lifetimes.js'
import { checkClaims } from '../../core/sessions/sealed-session-changes.js'
import { isDue } from '../../core/sessions/session-lifetime.js'
import type { SessionChange, SessionRule } from '../../core/sessions/session-rule.js'
import type { TokenSession } from '../../core/sessions/session-strategy.js'

const TIME_LIMIT_MS = 5_000

/**
 * Result of a refresh. It contains only the claims that the application returned. Storing all claims would
 * undo an `update` that another request made during the call.
 */
interface FreshClaims {
  /** `null` if the application ended the session. */
  readonly returned: TokenClaims | null
  /** In seconds since 1970. */
  readonly refreshed: number
}

interface Refresh {
  /** The claims of the latest request. The application receives them. */
  claims: TokenClaims
  /** `fresh` is missing if the call failed. */
  readonly read: (cached: () => { fresh?: FreshClaims } | undefined) => Promise<{ fresh?: FreshClaims }>
}

/** During the pause after a failed call, the claims of the token are used unchanged. */
const FAILURE_PAUSE_SECONDS = 10

/**
 * Refreshed claims are also cached, because some responses cannot set cookies, and concurrent requests still
 * contain the old cookie.
 */
const MAX_CACHED = 1_000

export function sessions({ app }: RuleParts): SessionRule | undefined {
  const { refresh, strategy } = app.spec.session
  if (!refresh || strategy !== 'jwt') return undefined
  const refresher = new ClaimsRefresher(app, refresh)
  return {
    name: 'claims-refresh',
    phase: 'show',
    admit: (live) => (live.strategy === 'jwt' ? refresher.admit(live) : 'keep'),
  }
}

/**
 * Gets fresh claims from the application. Concurrent requests of a session share one call. Some platforms
 * abort a request together with its calls, so a call may never finish. After a second, a waiting request
 * therefore calls again.
 *
 * A failed call pauses the calls for its session only, so that it does not affect other users.
 */
class ClaimsRefresher {
  readonly #app: App
  readonly #options: ClaimsRefresh
  readonly #running = new Map<string, Refresh>()
  readonly #cached = new Map<string, FreshClaims>()
  /** In seconds since 1970. */
  readonly #paused = new Map<string, number>()

  constructor(app: App, options: ClaimsRefresh) {
    this.#app = app
    this.#options = options
  }

  admit(live: TokenSession): Awaitable<'keep' | 'end' | SessionChange> {
    const { refreshed, start } = live.origin
    return isDue(refreshed ?? start, this.#now(), this.#options.every) ? this.#refreshed(live) : 'keep'
  }

  async #refreshed({ claims, origin, userId }: TokenSession): Promise<'keep' | 'end' | SessionChange> {
    // The key includes the user id, because a custom encoder may write the same session id for two users.
    const fresh = await this.#fresh(claims, `${origin.id} ${userId}`)
    if (!fresh) return 'keep'
    if (!fresh.returned) return 'end'
    const merged = await this.#merged(claims, fresh.returned).catch((error: unknown) => this.#report(error))
    return merged ? { claims: merged, refreshed: fresh.refreshed } : 'keep'
  }

  async #merged(claims: TokenClaims, returned: TokenClaims): Promise<TokenClaims> {
    const checked = await checkClaims(throughJson({ ...claims, ...returned }), this.#app.spec.jwt)
    if (!checked)
      throw new TypeError(
        'The refreshed claims do not match the schema of `.jwt({ claims })`. Return claims that match it.',
      )
    return checked
  }

  /** Returns fresh claims. Returns `undefined` during a pause, and after a failure. */
  async #fresh(claims: TokenClaims, id: string): Promise<FreshClaims | undefined> {
    const cached = this.#cachedFor(id)
    if (cached) return cached
    const now = this.#now()
    const pausedUntil = this.#paused.get(id) ?? 0
    if (now < pausedUntil && pausedUntil <= now + FAILURE_PAUSE_SECONDS) return undefined
    const running = this.#running.get(id) ?? this.#begin(claims, id)
    running.claims = claims
    const { fresh } = await running.read(() => {
      const newlyCached = this.#cachedFor(id)
      return newlyCached && { fresh: newlyCached }
    })
    if (this.#running.get(id) === running) this.#running.delete(id)
    return fresh
  }

  #begin(claims: TokenClaims, id: string): Refresh {
    const refresh: Refresh = {
      claims,
      read: sharedFetch(async () => {
        const fresh = await this.#request(refresh.claims)
        if (fresh) setNewest(this.#cached, MAX_CACHED, id, fresh)
        else setNewest(this.#paused, MAX_CACHED, id, this.#now() + FAILURE_PAUSE_SECONDS)
        return fresh ? { fresh } : {}
      }),
    }
    // An aborted request never removes its entry, so `setNewest` limits the number of entries.
    setNewest(this.#running, MAX_CACHED, id, refresh)
    return refresh
  }

  async #request(claims: TokenClaims): Promise<FreshClaims | undefined> {
    const now = this.#now()
    try {
      const refreshing = redactErrors(
        () => this.#options.claims(structuredClone(claims)),
        () => [claims],
      )
      const returned = await inTime(refreshing, TIME_LIMIT_MS)
      // In JavaScript, the function may return nothing. This ends the session, as in `callbacks.jwt`.
      if (!returned) return { returned: null, refreshed: now }
      await this.#merged(claims, returned)
      return { returned: { ...returned }, refreshed: now }
    } catch (error) {
      this.#report(error)
      return undefined
    }
  }

  #report(error: unknown): undefined {
    this.#app.logger.error(
      new JWTSessionError(
        'Claims could not be refreshed. The claims of the tokens are used in the meantime.',
        {
          cause: asError(error),
        },
      ),
    )
  }

  #cachedFor(id: string): FreshClaims | undefined {
    const cached = this.#cached.get(id)
    return cached && !isDue(cached.refreshed, this.#now(), this.#options.every) ? cached : undefined
  }

  #now(): number {
    return Math.floor(this.#app.clock() / 1000)
  }
}
