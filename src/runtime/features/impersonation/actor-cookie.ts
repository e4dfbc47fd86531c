import type { TokenClaims } from '../../../builder/auth-spec.js'
import type { Sealer } from '../../core/crypto/sealer.js'
import type { NamedCookie } from '../../core/http/cookie-policy.js'
import {
  addCookies,
  type CookieExchange,
  clearChunked,
  readChunked,
  sentNames,
} from '../../core/http/cookies.js'
import { writeChunked } from '../../core/http/write-chunked.js'
import type { SiteParts } from '../../core/object-lifetimes.js'
import { sessionAudience, sessionSalt } from '../../core/sessions/session-audience.js'
import { actorCookieName } from './actor-cookie-name.js'

interface NewActing {
  /** When the impersonation is stopped, this id is written to the store. */
  readonly id: string
  /** The hash of the actor's session key. */
  readonly session: string
  /** The id of the impersonated user. */
  readonly user: string
  /** The result of `lastEnding` when the impersonation began. */
  readonly ending: number
  /** With strategy `'jwt'`: the result of `callbacks.jwt` for the user. */
  readonly claims?: TokenClaims
}

export interface Acting extends NewActing {
  readonly iat: number
  readonly exp: number
}

export class ActorCookie {
  readonly #cookie: NamedCookie
  readonly #sealer: Sealer

  constructor({ app, cookies, hostname }: SiteParts) {
    const { name, options } = cookies.sessionToken
    this.#cookie = { name: actorCookieName(name), options }
    const site = sessionAudience(app.spec.options.sessionAudience, cookies.sessionToken, hostname)
    this.#sealer = app.sealer({ purpose: 'impersonation', audience: sessionSalt(this.#cookie.name, site) })
  }

  /** Whether the request contains the cookie, or a part of it. */
  isSent({ cookies }: CookieExchange): boolean {
    return sentNames(this.#cookie.name, cookies).length > 0
  }

  /** Returns the sealed value of the cookie, which may have expired. */
  sealed({ cookies }: CookieExchange): string | undefined {
    return readChunked(this.#cookie.name, cookies)
  }

  async read(exchange: CookieExchange): Promise<Acting | null> {
    const sealed = this.sealed(exchange)
    return sealed === undefined ? null : ((await this.#sealer.open(sealed)) as Acting | null)
  }

  /**
   * Sets the cookie. It does not expire with the impersonation. Otherwise requests from a page that still
   * shows the other user would use the actor's session.
   */
  async write(acting: NewActing, maxAge: number, exchange: CookieExchange): Promise<void> {
    const sealed = await this.#sealer.seal({ ...acting }, maxAge)
    addCookies(exchange, writeChunked(this.#cookie, sealed, {}, exchange.cookies))
  }

  clear(exchange: CookieExchange): void {
    addCookies(exchange, clearChunked(this.#cookie, exchange.cookies))
  }
}
