import type { AdapterSession } from '../../adapters/contract.js'
import type { SessionContext } from '../../builder/spec.js'
import { SessionTokenError } from '../../errors.js'
import type { LoggerInstance } from '../../options/logger.js'
import { asError } from '../as-error.js'
import type { Clock } from '../clock.js'
import { clearChunked, readChunked, writeChunked } from '../cookies/chunks.js'
import { type CookieExchange, setCookies } from '../cookies/cookie-exchange.js'
import type { NamedCookie } from '../cookies/policy.js'
import { randomToken } from '../crypto/random.js'
import type { Callbacks } from '../instance/callbacks.js'
import type { Emit } from '../instance/events.js'
import type { GuardedAdapter } from '../instance/guarded-adapter.js'
import { baseSession } from './base-session.js'
import { remaining, type SessionPolicy } from './session-policy.js'
import type {
  LiveSession,
  Login,
  SessionStrategy,
  SessionUpdate,
  ShownSession,
  StoredSession,
} from './session-strategy.js'

/** What the strategy needs of its instance. */
export interface DatabaseSessionParts {
  readonly adapter: GuardedAdapter
  readonly cookie: NamedCookie
  readonly callbacks: Callbacks
  readonly emit: Emit
  readonly policy: SessionPolicy
  readonly generateSessionToken: (() => string) | undefined
  readonly logger: LoggerInstance
  readonly clock: Clock
}

/** Sessions that live in the database; the cookie holds nothing but their token. */
export function databaseSessions(parts: DatabaseSessionParts): SessionStrategy {
  return new DatabaseSessions(parts)
}

class DatabaseSessions implements SessionStrategy {
  readonly #parts: DatabaseSessionParts

  constructor(parts: DatabaseSessionParts) {
    this.#parts = parts
  }

  async find(exchange: CookieExchange): Promise<StoredSession | null> {
    const { adapter, cookie, policy, clock } = this.#parts
    const token = readChunked(cookie.name, exchange.cookies)
    if (!token) return null
    const found = await adapter.getSessionAndUser(token)
    // A database that compares loosely may answer for a token that only looks the same.
    if (!found?.user || found.session.sessionToken !== token) return null
    const expires = new Date(found.session.expires)
    const lasts = remaining(policy, startOf(token) ?? this.#now(), this.#now()) > 0
    if (!lasts || !(expires.getTime() > clock())) {
      await this.#forget(token)
      return null
    }
    const row: AdapterSession = { ...found.session, expires }
    return { strategy: 'database', userId: String(found.user.id), row, user: found.user }
  }

  async start(login: Login, exchange: CookieExchange): Promise<string> {
    const { adapter, cookie, policy, generateSessionToken } = this.#parts
    const now = this.#now()
    const expires = new Date((now + remaining(policy, now, now)) * 1000)
    const sessionToken = `${generateSessionToken?.() ?? randomToken()}.${now.toString(36)}`
    await adapter.createSession({ sessionToken, userId: login.user.id, expires })
    const previous = readChunked(cookie.name, exchange.cookies)
    if (previous) await this.#forget(previous)
    // The row says when the session ends; the cookie is written once and may outlive it, but not the
    // absolute lifetime. So extending a session sets no cookie that could come too late.
    const lifetime = { expires: new Date((now + policy.absoluteMaxAge) * 1000) }
    setCookies(exchange, writeChunked(cookie, sessionToken, lifetime, exchange.cookies))
    return sessionToken
  }

  async key(exchange: CookieExchange): Promise<string> {
    return readChunked(this.#parts.cookie.name, exchange.cookies) ?? ''
  }

  async show(live: LiveSession, update?: SessionUpdate): Promise<ShownSession> {
    const { adapter, callbacks, emit, policy } = this.#parts
    const { row, user } = live as StoredSession
    const now = this.#now()
    const renewed = new Date((now + remaining(policy, startOf(row.sessionToken) ?? now, now)) * 1000)
    const renews = row.expires.getTime() <= renewed.getTime() - policy.updateAge * 1000
    const expires = renews ? renewed : row.expires
    const context: SessionContext = {
      session: baseSession(user, expires),
      user,
      ...(update && { newSession: update.data, trigger: 'update' }),
    }
    const session = await callbacks.session(context)
    await emit('session', { session, user })
    const keep = async (): Promise<void> => {
      await adapter.updateSession({ sessionToken: row.sessionToken, expires })
    }
    return { session, keep: renews ? keep : undefined }
  }

  async end(exchange: CookieExchange): ReturnType<SessionStrategy['end']> {
    const token = readChunked(this.#parts.cookie.name, exchange.cookies)
    const session = token ? await this.#parts.adapter.deleteSession(token) : undefined
    // Only after the row is gone: a cookie that outlives a failure can be tried again.
    this.clear(exchange)
    return token ? { session: session ?? null } : undefined
  }

  clear(exchange: CookieExchange): void {
    setCookies(exchange, clearChunked(this.#parts.cookie, exchange.cookies))
  }

  /** Deletes a session that nobody may use any more; when that fails it is still not used. */
  async #forget(token: string): Promise<void> {
    try {
      await this.#parts.adapter.deleteSession(token)
    } catch (error) {
      this.#parts.logger.error(
        new SessionTokenError('An ended session could not be deleted.', { cause: asError(error) }),
      )
    }
  }

  #now(): number {
    return Math.floor(this.#parts.clock() / 1000)
  }
}

/** 2025, in seconds since 1970: no session of ours began before. */
const EARLIEST = 1_735_689_600

/**
 * When a session began, in seconds since 1970. Adapters store no such time, so its token carries it. It
 * cannot be changed, because only the token as it was created finds its row. A token of another library
 * has none, whatever it ends in.
 */
function startOf(sessionToken: string): number | undefined {
  const [, start] = /\.([0-9a-z]{6,8})$/.exec(sessionToken) ?? []
  const seconds = start === undefined ? 0 : Number.parseInt(start, 36)
  return seconds < EARLIEST ? undefined : seconds
}
