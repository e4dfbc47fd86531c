import { sha256 } from '#sha256'
import { AccessDenied } from '../../../errors.js'
import type { CookieExchange } from '../../core/http/cookies.js'
import type { SiteParts } from '../../core/object-lifetimes.js'
import { READ_ONLY } from '../../core/sessions/read-session.js'
import type {
  FindOptions,
  LiveSession,
  SessionStrategy,
  ShownSession,
} from '../../core/sessions/session-strategy.js'
import { ActorCookie } from './actor-cookie.js'
import {
  type Allow,
  currentImpersonation,
  expiryOf,
  type Impersonation,
  type ImpersonationParts,
  isAllowed,
} from './current-impersonation.js'
import { impersonatedSession } from './impersonated-session.js'

/*
 * During an impersonation, a signed-in user (the actor) sees the application as another user. The actor's
 * session is not changed. An additional sealed cookie contains the id of the other user, and the hash of the
 * actor's session key.
 *
 * Code that only shows the session gets a session of the other user. All other code that looks for a session
 * gets `AccessDenied`, so that it cannot change data of either user. Only code that calls
 * `useSignedInSession`, such as a sign-out, gets the actor's session.
 */

export class ActingSessions implements SessionStrategy {
  readonly #sessions: SessionStrategy
  readonly #allow: Allow
  readonly #parts: ImpersonationParts
  /** Requests that use the session of the actor: see `useSignedInSession`. */
  readonly #asActor = new WeakSet<CookieExchange>()

  constructor(sessions: SessionStrategy, site: SiteParts, allow: Allow) {
    this.#sessions = sessions
    this.#allow = allow
    this.#parts = { app: site.app, sessions, cookie: new ActorCookie(site) }
  }

  async find(exchange: CookieExchange, options?: FindOptions): Promise<LiveSession | null> {
    if (!this.#isActing(exchange)) return this.#sessions.find(exchange, options)
    const live = await this.#live(exchange, { writes: options?.writes !== false })
    if (!live) return null
    // Only code that shows a session sets `copies`. All other code could change data of the impersonated user.
    if (!options?.copies) throw refusal(live)
    return impersonatedSession(live, this.#parts.app)
  }

  async show(
    live: LiveSession,
    update: Parameters<SessionStrategy['show']>[1],
    request: Parameters<SessionStrategy['show']>[2],
  ): Promise<ShownSession | null> {
    const actor = live.fields?.['actor']
    if (!actor) return this.#sessions.show(live, update, request)
    // Nothing is written, because the session cookie contains the actor's session.
    const shown = await this.#sessions.show(live, undefined, READ_ONLY)
    if (!shown?.session) return null
    // `expires` and `actor` replace the values that `callbacks.session` returned.
    return { session: { ...shown.session, expires: expiryOf(live).toISOString(), actor }, keep: undefined }
  }

  async start(...[login, exchange, added]: Parameters<SessionStrategy['start']>): Promise<string> {
    const key = await this.#sessions.start(login, exchange, added)
    this.#parts.cookie.clear(exchange)
    return key
  }

  discard(key: string, exchange: CookieExchange): Promise<void> {
    return this.#sessions.discard(key, exchange)
  }

  /**
   * Returns the session key. During an impersonation, it differs from the key of the actor's session. So a
   * form of the impersonation is not accepted for the actor's session, and vice versa.
   */
  async key(exchange: CookieExchange): Promise<string> {
    const key = await this.#sessions.key(exchange)
    const sealed = this.#isActing(exchange) ? this.#parts.cookie.sealed(exchange) : undefined
    return sealed === undefined ? key : `acting ${await sha256(`${key} ${sealed}`)}`
  }

  async end(exchange: CookieExchange): ReturnType<SessionStrategy['end']> {
    const ended = await this.#sessions.end(exchange)
    this.#parts.cookie.clear(exchange)
    return ended
  }

  // An expired impersonation clears no cookie: the actor's session is still valid, and `stop` needs both
  // cookies.
  clear(exchange: CookieExchange): void {
    if (!this.#isActing(exchange)) this.#sessions.clear(exchange)
  }

  clearUnusable(exchange: CookieExchange): void {
    if (!this.#isActing(exchange)) this.#sessions.clearUnusable(exchange)
  }

  async requireWritable(exchange: CookieExchange): Promise<void> {
    const live = this.#isActing(exchange) ? await this.#live(exchange) : undefined
    if (live) throw refusal(live)
  }

  useSignedInSession(exchange: CookieExchange): void {
    this.#asActor.add(exchange)
  }

  #isActing(exchange: CookieExchange): boolean {
    return this.#parts.cookie.isSent(exchange) && !this.#asActor.has(exchange)
  }

  async #live(
    exchange: CookieExchange,
    options?: Pick<FindOptions, 'writes'>,
  ): Promise<Impersonation | null> {
    const found = await currentImpersonation(exchange, this.#parts, options)
    return found && (await isAllowed(found, this.#allow)) ? found : null
  }
}

function refusal({ actor, user }: Impersonation): AccessDenied {
  return new AccessDenied(
    `The user '${actor.id}' acts as the user '${user.id}'. Accounts cannot be changed during an impersonation. Call auth.impersonation.stop() first.`,
  )
}
