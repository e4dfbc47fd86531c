import type { JwtContext, TokenClaims } from '../../builder/spec.js'
import { JWTSessionError, SessionTokenError } from '../../errors.js'
import type { Awaitable } from '../../model/awaitable.js'
import type { JwtOptions } from '../../options/jwt-options.js'
import type { LoggerInstance } from '../../options/logger.js'
import { asError } from '../as-error.js'
import type { Clock } from '../clock.js'
import { clearChunked, readChunked, writeChunked } from '../cookies/chunks.js'
import { type CookieExchange, setCookies } from '../cookies/cookie-exchange.js'
import type { NamedCookie } from '../cookies/policy.js'
import { randomToken } from '../crypto/random.js'
import type { Sealer } from '../crypto/sealer.js'
import type { Callbacks } from '../instance/callbacks.js'
import type { Emit } from '../instance/events.js'
import { isPromise, whenKnown } from '../when-known.js'
import { baseSession } from './base-session.js'
import type { Revocations } from './revocations.js'
import { isSealedClaims, type SealedClaims } from './sealed-claims.js'
import type { SessionOrigin } from './session-origin.js'
import { remaining, type SessionPolicy } from './session-policy.js'
import type {
  LiveSession,
  Login,
  SessionStrategy,
  SessionUpdate,
  ShownSession,
  TokenSession,
} from './session-strategy.js'

/** What the strategy needs of its instance. */
export interface JwtSessionParts {
  readonly sealer: Sealer
  readonly cookie: NamedCookie
  readonly callbacks: Callbacks
  readonly emit: Emit
  readonly revocations: Revocations
  readonly logger: LoggerInstance
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
    // Every request comes by here: what is known already is not waited for.
    const opening = this.#open(exchange)
    const opened = isPromise(opening) ? await opening : opening
    if (!opened) return null
    const { '~session': origin, ...claims } = opened
    const revoking = this.#parts.revocations.isRevoked(origin, opened.sub)
    if (isPromise(revoking) ? await revoking : revoking) return null
    if (!this.#parts.options.claims) return { strategy: 'jwt', userId: opened.sub, claims, origin }
    const checked = await this.#check(claims)
    if (!checked) return null
    const { sub, iat, exp } = opened
    return { strategy: 'jwt', userId: sub, claims: { ...checked, sub, iat, exp }, origin }
  }

  async start(login: Login, exchange: CookieExchange): Promise<string> {
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
      isNewUser,
    })
    if (!returned) {
      this.clear(exchange)
      return ''
    }
    const { sub } = returned
    const now = this.#now()
    const claims = { ...returned, sub: typeof sub === 'string' && sub !== '' ? sub : subject }
    // As they will be read: a date, for one, comes back as text.
    if (!(await this.#check(JSON.parse(JSON.stringify(claims))))) {
      throw new JWTSessionError(
        'What callbacks.jwt returned does not match the schema of `.jwt({ claims })`.',
      )
    }
    const stamp = await this.#parts.revocations.stamp(claims.sub)
    const origin = { id: randomToken(16), start: now, ...stamp }
    await this.#write(claims, origin, remaining(this.#parts.policy, now, now), exchange)
    await this.#forgetPrevious(exchange)
    return origin.id
  }

  async key(exchange: CookieExchange): Promise<string> {
    return (await this.#open(exchange))?.['~session'].id ?? ''
  }

  async show(live: LiveSession, update?: SessionUpdate): Promise<ShownSession | null> {
    const { callbacks, emit, policy } = this.#parts
    const { claims: before, origin } = live as TokenSession
    const { sub, iat, exp } = before as Pick<SealedClaims, 'sub' | 'iat' | 'exp'>
    // A callback may change the token that it is given in place, so what it says is written down first.
    const written = callbacks.changesTokens ? textOf(before) : undefined
    const returning = callbacks.jwt(contextOf(before, update))
    const returned = isPromise(returning) ? await returning : returning
    if (!returned) return null
    const claims: TokenClaims = callbacks.changesTokens ? { ...returned, sub, iat, exp } : returned
    const now = this.#now()
    const lifetime = remaining(policy, origin.start, now)
    const renews = now >= iat + policy.updateAge || (written !== undefined && textOf(claims) !== written)
    const expires = new Date((renews ? now + lifetime : exp) * 1000)
    const user = { name: claims['name'], email: claims['email'], image: claims['picture'] }
    const showing = callbacks.session({ session: baseSession(user, expires), token: claims })
    const session = isPromise(showing) ? await showing : showing
    const told = emit('session', { session, token: claims })
    if (told) await told
    return {
      session,
      keep: renews ? (exchange) => this.#renew(claims, origin, lifetime, exchange) : undefined,
    }
  }

  async end(exchange: CookieExchange): ReturnType<SessionStrategy['end']> {
    const opened = await this.#open(exchange)
    const isLive = opened && !(await this.#parts.revocations.isRevoked(opened['~session'], opened.sub))
    if (isLive) await this.#revoke(opened['~session'])
    // Only after it is revoked: a cookie that outlives a failure can be tried again.
    this.clear(exchange)
    if (!isLive) return undefined
    const { '~session': _, ...token } = opened
    return { token }
  }

  clear(exchange: CookieExchange): void {
    setCookies(exchange, clearChunked(this.#parts.cookie, exchange.cookies))
  }

  /** The claims of the token that the request carries, while its session lasts. */
  #open(exchange: CookieExchange): Awaitable<SealedClaims | null> {
    const { sealer, cookie, policy } = this.#parts
    const sealed = readChunked(cookie.name, exchange.cookies)
    return whenKnown(sealed === undefined ? null : sealer.open(sealed), (opened) => {
      if (!opened || !isSealedClaims(opened)) return null
      return remaining(policy, opened['~session'].start, this.#now()) > 0 ? opened : null
    })
  }

  #revoke({ id, start }: SessionOrigin): Promise<void> {
    const { revocations, policy } = this.#parts
    return revocations.revoke(id, start + policy.absoluteMaxAge - this.#now())
  }

  /** Ends the session in whose place one was started; when that fails, nobody is kept out for it. */
  async #forgetPrevious(exchange: CookieExchange): Promise<void> {
    const previous = await this.#open(exchange)
    if (!previous) return
    try {
      await this.#revoke(previous['~session'])
    } catch (error) {
      this.#parts.logger.error(
        new SessionTokenError('An ended session could not be revoked.', { cause: asError(error) }),
      )
    }
  }

  /** Writes a token anew, unless its session was ended while it was worked out. */
  async #renew(
    claims: TokenClaims,
    origin: SessionOrigin,
    lifetime: number,
    exchange: CookieExchange,
  ): Promise<void> {
    const revoking = this.#parts.revocations.isRevoked(origin, String(claims['sub']))
    if (isPromise(revoking) ? await revoking : revoking) return this.clear(exchange)
    await this.#write(claims, origin, lifetime, exchange)
  }

  /** The claims as the application's schema makes them, or `null` when they do not match it. */
  async #check(claims: TokenClaims): Promise<TokenClaims | null> {
    const schema = this.#parts.options.claims?.['~standard']
    if (!schema) return claims
    const result = await schema.validate(claims)
    return result.issues ? null : { ...claims, ...(result.value as TokenClaims) }
  }

  async #write(
    claims: TokenClaims,
    origin: SessionOrigin,
    lifetime: number,
    exchange: CookieExchange,
  ): Promise<void> {
    const { sealer, cookie } = this.#parts
    const sealed = await sealer.seal({ ...claims, '~session': origin }, lifetime).catch(unsealable)
    const expires = new Date((this.#now() + lifetime) * 1000)
    setCookies(exchange, writeChunked(cookie, sealed, { expires }, exchange.cookies))
  }

  #now(): number {
    return Math.floor(this.#parts.clock() / 1000)
  }
}

function unsealable(error: Error): never {
  throw new JWTSessionError('The session token could not be made from what callbacks.jwt returned.', {
    cause: error,
  })
}

function contextOf(token: TokenClaims, update: SessionUpdate | undefined): JwtContext {
  return update ? { trigger: 'update', token, session: update.data } : { trigger: undefined, token }
}

/** What claims say, whatever their order, but for the id of the token. */
function textOf(claims: TokenClaims): string {
  return JSON.stringify(Object.entries({ ...claims, jti: undefined }).sort(([a], [b]) => (a < b ? -1 : 1)))
}
