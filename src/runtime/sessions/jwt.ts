import type { JwtContext, TokenClaims } from '../../builder/spec.js'
import { JWTSessionError, SessionTokenError, StoreError } from '../../errors.js'
import type { Awaitable } from '../../model/awaitable.js'
import type { JwtOptions } from '../../options/jwt-options.js'
import type { LoggerInstance } from '../../options/logger.js'
import { asError } from '../base/as-error.js'
import { isPromise, whenKnown } from '../base/awaitable.js'
import type { Clock } from '../base/clock.js'
import { throughJson } from '../base/through-json.js'
import type { Callbacks } from '../config/callbacks.js'
import type { Emit } from '../config/events.js'
import { randomToken } from '../crypto/random.js'
import type { Sealer } from '../crypto/sealer.js'
import { clearChunked, readChunked, writeChunked } from '../http/cookie-chunks.js'
import type { NamedCookie } from '../http/cookie-policy.js'
import { addCookies, type CookieExchange, withdrawCookie } from '../http/cookies.js'
import { type Extension, isExtended } from '../http/extension.js'
import { baseSession } from './read-session.js'
import type { Revocations } from './revocations.js'
import {
  CLOCK_WARNING_INTERVAL,
  EXPIRY_MARGIN,
  remainingLifetime,
  type SessionPolicy,
} from './session-policy.js'
import { isSealedClaims, type SealedClaims } from './session-sealer.js'
import type {
  LiveSession,
  Login,
  SessionOrigin,
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
  /** Requests whose token is sealed by this application, and rejected by the clock of this process alone. */
  readonly #undecided = new WeakSet<CookieExchange>()
  #clockWarned = Number.NEGATIVE_INFINITY
  /** Whether the last extension failed. */
  #cannotExtend = false

  constructor(parts: JwtSessionParts) {
    this.#parts = parts
  }

  async find(exchange: CookieExchange): Promise<TokenSession | null> {
    // Every request comes by here: what is known already is not waited for.
    const sealed = readChunked(this.#parts.cookie.name, exchange.cookies)
    if (sealed === undefined) return null
    const opening = this.#open(sealed)
    const opened = isPromise(opening) ? await opening : opening
    if (!opened) {
      await this.#explain(sealed, exchange)
      return null
    }
    const { '~session': origin, ...claims } = opened
    const revoking = this.#parts.revocations.isRevoked(origin, opened.sub)
    if (isPromise(revoking) ? await revoking : revoking) return null
    if (!this.#parts.options.claims) return { strategy: 'jwt', userId: opened.sub, claims, origin }
    const checked = await this.#check(claims)
    if (!checked) return null
    const { sub, iat, exp } = opened
    return { strategy: 'jwt', userId: sub, claims: { ...checked, sub, iat, exp }, origin }
  }

  async start(login: Login, exchange: CookieExchange, added?: LiveSession): Promise<string> {
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
    // As they will be read: a date, for one, comes back as a string.
    if (!(await this.#check(throughJson(claims)))) {
      throw new JWTSessionError(
        'What callbacks.jwt returned does not match the schema of `.jwt({ claims })`.',
      )
    }
    const stamp = await this.#parts.revocations.stamp(claims.sub)
    const { start, renewed } = added ? (added as TokenSession).origin : { start: now }
    const origin = { id: randomToken(16), start, ...(renewed && { renewed }), ...stamp }
    await this.#write(claims, origin, remainingLifetime(this.#parts.policy, start, now), exchange)
    await this.#forgetPrevious(exchange)
    return origin.id
  }

  async discard(_: string, exchange: CookieExchange): Promise<void> {
    // The token was not sent: without its cookie it is lost.
    withdrawCookie(exchange, this.#parts.cookie.name)
    this.clear(exchange)
  }

  async key(exchange: CookieExchange): Promise<string> {
    const sealed = readChunked(this.#parts.cookie.name, exchange.cookies)
    return (sealed === undefined ? null : await this.#open(sealed))?.['~session'].id ?? ''
  }

  async show(
    live: LiveSession,
    update?: SessionUpdate,
    request?: { readonly extension: Extension },
  ): Promise<ShownSession | null> {
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
    const lifetime = remainingLifetime(policy, origin.start, now)
    const extended = isExtended({ iat, exp }, now, policy.updateAge, request)
    const renews = extended || (written !== undefined && textOf(claims) !== written)
    const user = { name: claims['name'], email: claims['email'], image: claims['picture'] }
    const endingAt = (seconds: number) =>
      callbacks.session({ session: baseSession(user, new Date(seconds * 1000)), token: claims })
    const showing = endingAt(renews ? now + lifetime : exp)
    const session = isPromise(showing) ? await showing : showing
    const told = emit('session', { session, token: claims })
    if (told) await told
    const keep = async (exchange: CookieExchange): Promise<ShownSession['session'] | void> => {
      try {
        await this.#renew(claims, origin, lifetime, exchange)
        this.#cannotExtend = false
      } catch (error) {
        // What a user has changed must not seem to be kept.
        if (update || !(error instanceof StoreError)) throw error
        this.#warnOfExtension(error)
        return endingAt(exp)
      }
    }
    return { session, keep: renews ? keep : undefined }
  }

  async end(exchange: CookieExchange): ReturnType<SessionStrategy['end']> {
    const held = await this.#held(exchange)
    const isLive =
      held && !(await this.#parts.revocations.isRevoked(held.claims['~session'], held.claims.sub))
    if (isLive) await this.#revoke(held)
    // Only after it is revoked: a cookie that outlives a failure can be tried again.
    this.clear(exchange)
    if (!isLive || held.time === 'expired') return undefined
    const { '~session': _, ...token } = held.claims
    return { token }
  }

  clear(exchange: CookieExchange): void {
    addCookies(exchange, clearChunked(this.#parts.cookie, exchange.cookies))
  }

  clearUnusable(exchange: CookieExchange): void {
    if (!this.#undecided.has(exchange)) this.clear(exchange)
  }

  /** The claims of a token, while its session lasts. */
  #open(sealed: string): Awaitable<SealedClaims | null> {
    const { sealer, policy } = this.#parts
    return whenKnown(sealer.open(sealed), (opened) => {
      if (!opened || !isSealedClaims(opened)) return null
      return remainingLifetime(policy, opened['~session'].start, this.#now()) > 0 ? opened : null
    })
  }

  /** The session of the token that the request carries, also where the clock of this process rejects the token. */
  async #held(exchange: CookieExchange): Promise<HeldToken | null> {
    const sealed = readChunked(this.#parts.cookie.name, exchange.cookies)
    if (sealed === undefined) return null
    const claims = await this.#open(sealed)
    return claims ? { claims, time: 'valid' } : this.#outOfTime(sealed)
  }

  /** A token that `open` rejected, where it is one of this application and the clock is the only reason. */
  async #outOfTime(sealed: string): Promise<HeldToken | null> {
    const { sealer, policy } = this.#parts
    const claims = await sealer.openAtAnyTime(sealed)
    if (!claims || !isSealedClaims(claims)) return null
    const now = this.#now()
    const end = Math.min(claims.exp, claims['~session'].start + policy.absoluteMaxAge)
    if (end > now) return { claims, time: 'early' }
    return end > now - EXPIRY_MARGIN ? { claims, time: 'expired' } : null
  }

  /** Notes that the clock of this process is why a token was rejected, and warns where that clock must be behind. */
  async #explain(sealed: string, exchange: CookieExchange): Promise<void> {
    const held = await this.#outOfTime(sealed)
    if (!held) return
    this.#undecided.add(exchange)
    if (held.claims.iat > this.#now()) await this.#warnOfClock(held.claims.iat)
  }

  /** Warns of the first extension that fails: until one succeeds, the reason is the same. */
  #warnOfExtension(error: StoreError): void {
    if (this.#cannotExtend) return
    this.#cannotExtend = true
    this.#parts.logger.warn(
      'session-not-extended',
      `Sessions are read, but cannot be extended: they keep their end until the store responds again. ${error.cause?.err?.message ?? error.message}`,
    )
  }

  async #warnOfClock(sealedAt: number): Promise<void> {
    const now = this.#now()
    // An interval that is negative is one of a clock that was set back.
    if (Math.abs(now - this.#clockWarned) < CLOCK_WARNING_INTERVAL) return
    this.#clockWarned = now
    const { clockWarning } = await import('./clock-warning.js')
    this.#parts.logger.warn('clock', clockWarning(now, sealedAt))
  }

  /** Revokes a session for as long as a token of it could be opened, also by a clock that is behind this one. */
  #revoke({ claims }: HeldToken): Promise<void> {
    const { revocations, policy } = this.#parts
    const { id, user, start } = claims['~session']
    const lasts = start + policy.absoluteMaxAge - this.#now() + EXPIRY_MARGIN
    return revocations.revoke({ id, userId: claims.sub, user, lasts })
  }

  /** Revokes the session that a new one replaces; where that fails, the sign-in goes on. */
  async #forgetPrevious(exchange: CookieExchange): Promise<void> {
    const previous = await this.#held(exchange)
    if (!previous) return
    try {
      await this.#revoke(previous)
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
    addCookies(exchange, writeChunked(cookie, sealed, { expires }, exchange.cookies))
  }

  #now(): number {
    return Math.floor(this.#parts.clock() / 1000)
  }
}

/** A token of this application, and how its times relate to the clock of this process. */
interface HeldToken {
  readonly claims: SealedClaims
  readonly time: 'early' | 'valid' | 'expired'
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
