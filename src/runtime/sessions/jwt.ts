import * as v from 'valibot'
import type { JwtContext, TokenClaims } from '../../builder/spec.js'
import { JWTSessionError } from '../../errors.js'
import type { JwtOptions } from '../../options/jwt-options.js'
import type { Clock } from '../clock.js'
import { clearChunked, readChunked, writeChunked } from '../cookies/chunks.js'
import { type CookieExchange, setCookies } from '../cookies/cookie-exchange.js'
import type { NamedCookie } from '../cookies/policy.js'
import { randomToken } from '../crypto/random.js'
import type { Sealer } from '../crypto/sealer.js'
import type { Callbacks } from '../instance/callbacks.js'
import type { Emit } from '../instance/events.js'
import { baseSession } from './base-session.js'
import { remaining, type SessionPolicy } from './session-policy.js'
import type {
  LiveSession,
  Login,
  SessionStrategy,
  SessionUpdate,
  ShownSession,
  TokenSession,
} from './session-strategy.js'

/** The claims that say which session a token is; no callback can change them. */
const SessionClaims = v.object({
  sub: v.pipe(v.string(), v.nonEmpty()),
  sid: v.string(),
  auth_time: v.number(),
  iat: v.number(),
  exp: v.number(),
})

/** What the strategy needs of its instance. */
export interface JwtSessionParts {
  readonly sealer: Sealer
  readonly cookie: NamedCookie
  readonly callbacks: Callbacks
  readonly emit: Emit
  readonly policy: SessionPolicy
  readonly options: JwtOptions
  readonly clock: Clock
}

/** Sessions that live in their cookie, as sealed tokens. */
export function jwtSessions(parts: JwtSessionParts): SessionStrategy {
  return new JwtSessions(parts)
}

class JwtSessions implements SessionStrategy {
  readonly #parts: JwtSessionParts

  constructor(parts: JwtSessionParts) {
    this.#parts = parts
  }

  async find(exchange: CookieExchange): Promise<TokenSession | null> {
    const claims = await this.#open(exchange)
    if (!claims) return null
    const checked = await this.#check(claims)
    return checked && { strategy: 'jwt', userId: claims.sub, claims: checked }
  }

  async start(login: Login, exchange: CookieExchange): Promise<void> {
    const { provider, user, account, profile, isNewUser } = login
    // Some databases count their users.
    const subject = String(user.id)
    const returned = await this.#parts.callbacks.jwt({
      trigger: isNewUser ? 'signUp' : 'signIn',
      provider,
      token: { name: user.name, email: user.email, picture: user.image, sub: subject },
      user,
      account,
      ...(profile && { profile }),
    })
    if (!returned) return this.clear(exchange)
    const { sub } = returned
    const now = this.#now()
    const claims = {
      ...returned,
      sub: typeof sub === 'string' && sub !== '' ? sub : subject,
      sid: randomToken(16),
      auth_time: now,
    }
    if (!(await this.#check(claims))) {
      throw new JWTSessionError(
        'What callbacks.jwt returned does not match the schema of `.jwt({ claims })`.',
      )
    }
    await this.#write(claims, remaining(this.#parts.policy, now, now), exchange)
  }

  async show(live: LiveSession, update?: SessionUpdate): Promise<ShownSession | null> {
    const { callbacks, emit, policy } = this.#parts
    const before = (live as TokenSession).claims
    // A callback may change the token that it is given in place, so what it was is copied first.
    const written = structuredClone(before)
    const returned = await callbacks.jwt(contextOf(before, update))
    if (!returned) return null
    const own = v.parse(SessionClaims, written)
    const claims: TokenClaims = { ...returned, ...own }
    const now = this.#now()
    const lifetime = remaining(policy, own.auth_time, now)
    const renews = now >= own.iat + policy.updateAge || !sameClaims(claims, written)
    const expires = new Date((renews ? now + lifetime : own.exp) * 1000)
    const user = { name: claims['name'], email: claims['email'], image: claims['picture'] }
    const session = await callbacks.session({ session: baseSession(user, expires), token: claims })
    await emit('session', { session, token: claims })
    return { session, keep: renews ? (exchange) => this.#write(claims, lifetime, exchange) : undefined }
  }

  async end(exchange: CookieExchange): ReturnType<SessionStrategy['end']> {
    const token = await this.#open(exchange)
    this.clear(exchange)
    return token ? { token } : undefined
  }

  clear(exchange: CookieExchange): void {
    setCookies(exchange, clearChunked(this.#parts.cookie, exchange.cookies))
  }

  /** The claims of the token that the request carries, while its session lasts. */
  async #open(exchange: CookieExchange): Promise<(TokenClaims & { sub: string }) | null> {
    const { sealer, cookie, policy } = this.#parts
    const sealed = readChunked(cookie.name, exchange.cookies)
    const opened = sealed === undefined ? null : await sealer.open(sealed)
    if (!opened || !v.is(SessionClaims, opened)) return null
    return remaining(policy, opened.auth_time, this.#now()) > 0 ? opened : null
  }

  /** The claims as the application's schema makes them, or `null` when they do not match it. */
  async #check(claims: TokenClaims): Promise<TokenClaims | null> {
    const schema = this.#parts.options.claims?.['~standard']
    if (!schema) return claims
    const result = await schema.validate(claims)
    return result.issues ? null : { ...claims, ...(result.value as TokenClaims) }
  }

  async #write(claims: TokenClaims, lifetime: number, exchange: CookieExchange): Promise<void> {
    const { sealer, cookie } = this.#parts
    const sealed = await sealer.seal(claims, lifetime).catch((error: Error) => {
      throw new JWTSessionError('The session token could not be made from what callbacks.jwt returned.', {
        cause: error,
      })
    })
    const expires = new Date((this.#now() + lifetime) * 1000)
    setCookies(exchange, writeChunked(cookie, sealed, { expires }, exchange.cookies))
  }

  #now(): number {
    return Math.floor(this.#parts.clock() / 1000)
  }
}

function contextOf(token: TokenClaims, update: SessionUpdate | undefined): JwtContext {
  return update ? { trigger: 'update', token, session: update.data } : { trigger: undefined, token }
}

/** Whether two sets of claims say the same, but for the id of the token. */
function sameClaims(left: TokenClaims, right: TokenClaims): boolean {
  const text = (claims: TokenClaims): string =>
    JSON.stringify(Object.entries({ ...claims, jti: undefined }).sort(([a], [b]) => (a < b ? -1 : 1)))
  return text(left) === text(right)
}
