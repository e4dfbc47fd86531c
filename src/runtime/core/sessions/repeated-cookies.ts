import { JWTSessionError } from '../../../errors.js'
import type { NamedCookie } from '../http/cookie-policy.js'
import { addCookies, type CookieExchange, isRepeated } from '../http/cookies.js'
import { candidatesOf, clearElsewhere, withValue } from '../http/same-name-cookies.js'
import type { SiteParts } from '../object-lifetimes.js'
import type {
  EndedSession,
  FindOptions,
  LiveSession,
  Login,
  SessionStrategy,
  SessionUpdate,
  ShownSession,
  ShowRequest,
} from './session-strategy.js'

/**
 * Wraps `sessions` for requests with several session cookies of one name. Browsers send them after the
 * `domain` or `path` of the cookie was changed. If they contain different live sessions, the request has no
 * session, because another host of the domain may have set one of them.
 *
 * In a request without a session, cookies with another domain or path are deleted only if several contain
 * live sessions. Otherwise two versions of a configuration that run side by side would delete each other's
 * cookies.
 */
export function repeatedCookies(
  sessions: SessionStrategy,
  { cookies: { sessionToken: cookie }, hostname, app: { basePath } }: SiteParts,
): SessionStrategy {
  return new RepeatedCookies(sessions, cookie, { hostname, basePath })
}

/** The request as if the browser had sent only one of its session cookies. */
interface View extends CookieExchange {
  live: LiveSession | null
}

interface Choice {
  readonly views: readonly View[]
  readonly live: readonly View[]
  readonly chosen: View | undefined
}

class RepeatedCookies implements SessionStrategy {
  readonly #sessions: SessionStrategy
  readonly #cookie: NamedCookie
  readonly #site: { readonly hostname: string; readonly basePath: string }
  readonly #choices = new WeakMap<CookieExchange, Promise<Choice>>()
  readonly #chosen = new WeakMap<CookieExchange, Choice>()

  constructor(
    sessions: SessionStrategy,
    cookie: NamedCookie,
    site: { readonly hostname: string; readonly basePath: string },
  ) {
    this.#sessions = sessions
    this.#cookie = cookie
    this.#site = site
  }

  async find(exchange: CookieExchange, options?: FindOptions): Promise<LiveSession | null> {
    if (!this.#isRepeated(exchange)) return this.#sessions.find(exchange, options)
    const { chosen } = await this.#choose(exchange)
    return chosen ? this.#sessions.find(chosen, options) : null
  }

  async start(login: Login, exchange: CookieExchange, added?: LiveSession): Promise<string> {
    if (!this.#isRepeated(exchange)) {
      const key = await this.#sessions.start(login, exchange, added)
      this.#clearElsewhere(exchange)
      return key
    }
    const { chosen, views } = await this.#choose(exchange)
    // All live views have the same session if one is chosen, and `start` below ends it.
    for (const view of views) if (!chosen || !view.live) await this.#endReplaced(view)
    const view = chosen ?? this.#view(exchange, undefined)
    const key = await this.#sessions.start(login, view, added)
    addCookies(exchange, view.setCookies.splice(0))
    this.#clearElsewhere(exchange)
    return key
  }

  discard(key: string, exchange: CookieExchange): Promise<void> {
    return this.#sessions.discard(key, exchange)
  }

  async key(exchange: CookieExchange): Promise<string> {
    if (!this.#isRepeated(exchange)) return this.#sessions.key(exchange)
    const { chosen } = await this.#choose(exchange)
    return chosen ? this.#sessions.key(chosen) : ''
  }

  async show(
    live: LiveSession,
    update: SessionUpdate | undefined,
    request: ShowRequest,
  ): Promise<ShownSession | null> {
    const shown = await this.#sessions.show(live, update, request)
    const keep = shown?.keep
    if (!keep) return shown
    return {
      ...shown,
      keep: async (exchange, response) => {
        const view = this.#isRepeated(exchange) ? (await this.#choose(exchange)).chosen : undefined
        const session = await keep(view ?? exchange, response)
        if (view) addCookies(exchange, view.setCookies.splice(0))
        return session
      },
    }
  }

  async end(exchange: CookieExchange): Promise<EndedSession | undefined> {
    if (!this.#isRepeated(exchange)) {
      const ended = await this.#sessions.end(exchange)
      this.#clearElsewhere(exchange)
      return ended
    }
    const { live, views } = await this.#choose(exchange)
    const ended: (EndedSession | undefined)[] = []
    for (const view of new Set([...live, ...views])) ended.push(await this.#sessions.end(view))
    this.clear(exchange)
    return ended.find((each) => each !== undefined)
  }

  clear(exchange: CookieExchange): void {
    this.#sessions.clear(exchange)
    if (this.#isRepeated(exchange)) this.#clearElsewhere(exchange)
  }

  clearUnusable(exchange: CookieExchange): void {
    if (!this.#isRepeated(exchange)) {
      this.#sessions.clearUnusable(exchange)
      return
    }
    const { live = [], views = [] } = this.#chosen.get(exchange) ?? {}
    // After deleting only one cookie, the next request would use the session in another cookie.
    if (live.length > 1) {
      this.clear(exchange)
      return
    }
    for (const view of views) this.#sessions.clearUnusable(view)
    const isUndecided = views.some((view) => view.setCookies.length === 0)
    const cleared = views.flatMap((view) => view.setCookies.splice(0))
    if (live.length === 0 && !isUndecided) addCookies(exchange, cleared)
  }

  /**
   * Ends a session that a new session replaces. As with a single cookie, a token that only another process
   * can open does not prevent a sign-in.
   */
  async #endReplaced(view: View): Promise<void> {
    await this.#sessions.end(view).catch((error: unknown) => {
      if (!(error instanceof JWTSessionError)) throw error
    })
  }

  #isRepeated({ cookies }: CookieExchange): boolean {
    return isRepeated(this.#cookie.name, cookies)
  }

  #view({ cookies }: CookieExchange, value: string | undefined): View {
    return { cookies: withValue(cookies, this.#cookie.name, value), setCookies: [], live: null }
  }

  async #choose(exchange: CookieExchange): Promise<Choice> {
    const choice = this.#choices.get(exchange) ?? this.#findAll(exchange)
    this.#choices.set(exchange, choice)
    return choice
  }

  async #findAll(exchange: CookieExchange): Promise<Choice> {
    const views = candidatesOf(this.#cookie.name, exchange.cookies).map((value) =>
      this.#view(exchange, value),
    )
    for (const view of views) view.live = await this.#sessions.find(view, { writes: false })
    const live = views.filter((view) => view.live).sort((a, b) => sealedAt(b) - sealedAt(a))
    const keys = new Set(await Promise.all(live.map((view) => this.#sessions.key(view))))
    const choice = { views, live, chosen: keys.size === 1 ? live[0] : undefined }
    this.#chosen.set(exchange, choice)
    return choice
  }

  /**
   * Deletes the cookies with another domain or path. The deletions come first, because some frameworks keep
   * only the last cookie of a name.
   */
  #clearElsewhere(exchange: CookieExchange): void {
    const { setCookies } = exchange
    const others = clearElsewhere(this.#cookie, this.#site, exchange)
    const set = setCookies.splice(0)
    addCookies(exchange, others)
    addCookies(exchange, set)
  }
}

/**
 * Returns the time at which the token was sealed. Cookies of the same session may contain tokens of different
 * age.
 */
function sealedAt({ live }: View): number {
  return live?.strategy === 'jwt' ? Number(live.claims['iat']) : 0
}
