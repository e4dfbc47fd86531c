import type { TokenClaims } from '../../../builder/spec.js'
import { JWTSessionError } from '../../../errors.js'
import type { Awaitable } from '../../../model/awaitable.js'
import type { ClaimsRefresh } from '../../../options/session-options.js'
import { sharedFetch } from '../../../platform/shared-fetch.js'
import { asError } from '../../core/base/as-error.js'
import { throughJson } from '../../core/base/json.js'
import { redactErrors } from '../../core/config/logger.js'
import type { App, RuleParts } from '../../core/lifetimes.js'
import { checkClaims } from '../../core/sessions/sealed-session-changes.js'
import { isDue } from '../../core/sessions/session-lifetime.js'
import type { SessionChange, SessionRule } from '../../core/sessions/session-rule.js'
import type { TokenSession } from '../../core/sessions/session-strategy.js'
import { inTime } from '../../core/storage/in-time.js'

/**
 * The claims that the application returned for a session, and when. They are cached without the token passed
 * to the call. Otherwise, an older cookie of the session could undo an `update` of another request.
 * `returned` is `null` if the session was ended.
 */
interface FreshClaims {
  readonly returned: TokenClaims | null
  readonly refreshed: number
}

/** A call of the application for one session. It has no claims if it failed. */
interface Refresh {
  /** The claims of the latest request. */
  claims: TokenClaims
  readonly read: (kept: () => { fresh?: FreshClaims } | undefined) => Promise<{ fresh?: FreshClaims }>
}

/** Seconds after a failure during which the claims of the session's tokens are used unchanged. */
const FAILURE_PAUSE_SECONDS = 10

/**
 * Maximum number of sessions with cached claims or failures. The cache serves requests that cannot set a
 * cookie, or that come before the new cookie.
 */
const MAX_KEPT = 1_000

/** The rule that refreshes claims that are due. */
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
 * Refreshes claims: one call at a time per session, with a pause after a failure. The pause applies only to
 * that session. Otherwise, a user for whom the application throws could prevent the refresh for all others.
 */
class ClaimsRefresher {
  readonly #app: App
  readonly #options: ClaimsRefresh
  readonly #running = new Map<string, Refresh>()
  readonly #kept = new Map<string, FreshClaims>()
  /** End of the pause after a failure, by session id. In seconds since 1970. */
  readonly #paused = new Map<string, number>()

  constructor(app: App, options: ClaimsRefresh) {
    this.#app = app
    this.#options = options
  }

  /** Returns fresh claims for a session whose refresh is due, or ends it if the application ended it. */
  admit(live: TokenSession): Awaitable<'keep' | 'end' | SessionChange> {
    const { refreshed, start } = live.origin
    return isDue(refreshed ?? start, this.#now(), this.#options.every) ? this.#refreshed(live) : 'keep'
  }

  async #refreshed({ claims, origin, userId }: TokenSession): Promise<'keep' | 'end' | SessionChange> {
    // An encoder of the application may give one id to the tokens of two users.
    const fresh = await this.#fresh(claims, `${origin.id} ${userId}`)
    if (!fresh) return 'keep'
    if (!fresh.returned) return 'end'
    const merged = await this.#merged(claims, fresh.returned).catch((error: unknown) => this.#report(error))
    return merged ? { claims: merged, refreshed: fresh.refreshed } : 'keep'
  }

  /** Merges the returned claims into those of a token. Throws if the result does not match the schema. */
  async #merged(claims: TokenClaims, returned: TokenClaims): Promise<TokenClaims> {
    const checked = await checkClaims(throughJson({ ...claims, ...returned }), this.#app.spec.jwt)
    if (!checked) throw new TypeError('The claims do not match the schema of `.jwt({ claims })`.')
    return checked
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
    // `put` drops the oldest entries. A call that is aborted with its request does not remove its entry
    // itself.
    put(this.#running, id, refresh)
    return refresh
  }

  async #request(claims: TokenClaims): Promise<FreshClaims | undefined> {
    const now = this.#now()
    try {
      const refreshing = redactErrors(
        () => this.#options.claims(structuredClone(claims)),
        () => [claims],
      )
      const returned = await inTime(refreshing)
      // A function without a `return`, in JavaScript, ends the session, as `callbacks.jwt` does.
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

  #keptFor(id: string): FreshClaims | undefined {
    const kept = this.#kept.get(id)
    return kept && !isDue(kept.refreshed, this.#now(), this.#options.every) ? kept : undefined
  }

  #now(): number {
    return Math.floor(this.#app.clock() / 1000)
  }
}

/** Adds an entry, and drops the oldest of too many. */
function put<Value>(map: Map<string, Value>, id: string, value: Value): void {
  map.delete(id)
  map.set(id, value)
  const [oldest] = map.size > MAX_KEPT ? map.keys() : []
  if (oldest !== undefined) map.delete(oldest)
}
