import { sha256 } from '#sha256'
import type { AdapterSession } from '../../../adapters/contract.js'
import type { SessionContext } from '../../../builder/auth-spec.js'
import { SessionTokenError } from '../../../errors.js'
import { EXPIRY_MARGIN_SECONDS } from '../../../model/kept-after-expiry.js'
import type { LoggerInstance } from '../../../options/auth-options.js'
import { asError } from '../../core/base/as-error.js'
import type { Clock } from '../../core/base/clock.js'
import type { Emit } from '../../core/config/emit-events.js'
import type { Callbacks } from '../../core/config/run-callbacks.js'
import { randomToken } from '../../core/crypto/random.js'
import type { NamedCookie } from '../../core/http/cookie-policy.js'
import {
  addCookies,
  type CookieExchange,
  clearChunked,
  clearCookie,
  withdrawCookie,
} from '../../core/http/cookies.js'
import { writeChunked } from '../../core/http/write-chunked.js'
import {
  boundsOf,
  copyCookie,
  RANDOM_VALUE,
  sentToken,
  type TokenData,
  tokenData,
  tokenWith,
} from '../../core/sessions/database-token.js'
import type { EndedProviderSessions } from '../../core/sessions/ended-provider-sessions.js'
import {
  cookieEnd,
  policyOf,
  type RenewSession,
  remainingLifetime,
  renewSessions,
  type SessionPolicy,
} from '../../core/sessions/session-lifetime.js'
import {
  createWithin,
  type FindRule,
  findRules,
  isAdmitted,
  isChange,
  type SessionCopies,
  type SessionRule,
  type ShowRule,
  showRules,
} from '../../core/sessions/session-rule.js'
import {
  baseSession,
  type FindOptions,
  type LiveSession,
  type Login,
  type SessionStrategy,
  type SessionUpdate,
  type ShownSession,
  type ShowRequest,
  type StoredSession,
} from '../../core/sessions/session-strategy.js'
import type { GuardedAdapter } from '../../core/storage/guarded-adapter.js'
import type { SessionKey } from '../../core/storage/tenants.js'
import { deleteIfStored, replaceSession } from './replace-session.js'
import { type SessionExtension, sessionExtension } from './session-extension.js'

export interface DatabaseSessionParts {
  readonly adapter: GuardedAdapter
  readonly cookie: NamedCookie
  readonly callbacks: Callbacks
  readonly emit: Emit
  readonly policy: SessionPolicy
  readonly generateSessionToken: (() => string) | undefined
  readonly sessionKey: SessionKey
  /** Whether the adapter declares that it stores session metadata. Other adapters never receive it. */
  readonly storesMetadata: boolean
  readonly rules: readonly SessionRule[]
  readonly endedProviderSessions: EndedProviderSessions
  readonly logger: LoggerInstance
  readonly clock: Clock
}

export function databaseSessions(parts: DatabaseSessionParts): SessionStrategy {
  return new DatabaseSessions(parts)
}

class DatabaseSessions implements SessionStrategy {
  readonly #parts: DatabaseSessionParts
  /**
   * Requests whose session has expired by the clock of this process, but maybe not by the clock of another
   * process.
   */
  readonly #undecided = new WeakSet<CookieExchange>()
  readonly #renewSession: RenewSession
  readonly #copies: SessionCopies | undefined
  readonly #findRules: readonly FindRule[] | undefined
  readonly #showRules: readonly ShowRule[] | undefined

  constructor(parts: DatabaseSessionParts) {
    this.#parts = parts
    this.#copies = parts.rules.find((rule) => rule.copies)?.copies
    this.#findRules = findRules(parts.rules)
    this.#showRules = showRules(parts.rules)
    this.#renewSession = renewSessions(
      parts,
      'they keep the expiry that is stored. Check whether the database can be written.',
    )
  }

  async find(
    exchange: CookieExchange,
    { copies = false, writes = true }: FindOptions = {},
  ): Promise<StoredSession | null> {
    const { adapter, policy, clock, storesMetadata } = this.#parts
    const token = await this.#presented(exchange)
    if (token === undefined) return null
    const copy = this.#copies && copies ? await this.#copies.read(token, exchange) : null
    const found = copy ?? (await adapter.getSessionAndUser(token))
    // A database with a case-insensitive collation may return the row of a similar token.
    if (!found?.user || found.session.sessionToken !== token) return null
    const expires = new Date(found.session.expires)
    // The row may be from a configuration with a longer absolute lifetime, so the limit is checked here, too.
    const bounds = boundsOf(token, this.#now())
    const latest = bounds.start + policyOf(policy, bounds).absoluteMaxAge
    const end = Math.min(expires.getTime(), latest * 1000)
    if (!(end > clock())) {
      if (end > clock() - EXPIRY_MARGIN_SECONDS * 1000) this.#undecided.add(exchange)
      else if (writes) await this.#forget(token)
      return null
    }
    if (await this.#isEndedByProvider(token)) {
      if (writes) await this.#forget(token)
      return null
    }
    const { lastUsedAt } = found.session
    const row: AdapterSession = {
      ...found.session,
      expires,
      lastUsedAt: storesMetadata && lastUsedAt ? new Date(lastUsedAt) : undefined,
    }
    const isCopy = copy !== null
    const live: StoredSession = {
      strategy: 'database',
      userId: String(found.user.id),
      row,
      user: found.user,
      isCopy,
    }
    if (this.#findRules && !(await isAdmitted(this.#findRules, live, exchange))) {
      if (writes) await this.#forget(token)
      return null
    }
    return live
  }

  async start(login: Login, exchange: CookieExchange, added?: LiveSession): Promise<string> {
    const { adapter, cookie, generateSessionToken, sessionKey, rules, storesMetadata } = this.#parts
    const now = this.#now()
    const data: TokenData =
      added?.strategy === 'database'
        ? tokenData(added.row.sessionToken)
        : { start: now, end: login.end, isBrief: login.isBrief, mark: login.mark }
    const { start = now, end, isBrief } = data
    const policy = policyOf(this.#parts.policy, { start, brief: isBrief, end })
    const expires = new Date((now + remainingLifetime(policy, start, now)) * 1000)
    const random = generateSessionToken?.() ?? randomToken()
    const token = tokenWith(random, data)
    const sessionToken = RANDOM_VALUE.test(random) ? await sessionKey(token) : undefined
    if (sessionToken === undefined) {
      throw new SessionTokenError(
        '`generateSessionToken` returned an invalid token. Return 1 to 400 visible ASCII characters that do not begin with `tenant:`.',
      )
    }
    const metadata = storesMetadata && {
      createdAt: new Date(start * 1000),
      lastUsedAt: new Date(now * 1000),
      ...login.device,
    }
    const userId = login.user.id
    const previous = await this.#presented(exchange)
    const create = async (): Promise<void> => {
      await adapter.createSession({ sessionToken, userId, expires, ...metadata })
    }
    if (rules.length === 0) await create()
    else {
      const previousId = previous === undefined ? undefined : await sha256(previous)
      const session = { userId, id: await sha256(sessionToken), previousId }
      await createWithin(rules, session, create, () => this.#forget(sessionToken))
    }
    if (previous !== undefined) {
      const reason = added ? 'addedLogin' : 'signIn'
      await replaceSession(previous, reason, adapter).catch(async (error: unknown) => {
        await this.#forget(sessionToken)
        throw error
      })
    }
    this.#clearCopy(exchange)
    // The cookie is written once, for the absolute lifetime of the session, so extending the row needs no new
    // cookie. The session expires when its row expires.
    const lifetime = cookieEnd(start + policy.absoluteMaxAge, now, { brief: isBrief })
    addCookies(exchange, writeChunked(cookie, token, lifetime, exchange.cookies))
    return sessionToken
  }

  async discard(key: string, exchange: CookieExchange): Promise<void> {
    withdrawCookie(exchange, this.#parts.cookie.name)
    this.clear(exchange)
    await this.#forget(key)
  }

  async key(exchange: CookieExchange): Promise<string> {
    return (await this.#presented(exchange)) ?? ''
  }

  async show(
    live: LiveSession,
    update: SessionUpdate | undefined,
    request: Pick<ShowRequest, 'writes'>,
  ): Promise<ShownSession | null> {
    const { callbacks, emit } = this.#parts
    const copies = this.#copies
    const { row, user, isCopy } = live as StoredSession
    // A rule can end the session. Its changed claims are ignored, because a database session has no claims.
    for (const rule of this.#showRules ?? []) {
      const verdict = await rule.admit?.(live)
      if (verdict === 'keep' || isChange(verdict)) continue
      if (request.writes !== false) await this.#forget(row.sessionToken)
      return null
    }
    const extension = sessionExtension(row, this.#now(), this.#parts)
    const sessionUntil = async (expires: Date): Promise<Record<string, unknown>> => {
      const context: SessionContext = {
        session: baseSession(user, expires, live.fields),
        user,
        ...(update && { newSession: update.data, trigger: 'update' }),
      }
      return callbacks.session(context)
    }
    const isExtended = extension.changesExpiry && !isCopy && request.writes !== false
    const session = await sessionUntil(isExtended ? extension.expires : row.expires)
    await emit('session', { session, user })
    const keep: ShownSession['keep'] = async (exchange, { setsCookies }) => {
      const isStored = !extension.isDue || (await this.#extend(row, extension))
      if (setsCookies && copies) await copies.write(row.sessionToken, String(user.id), exchange)
      return extension.changesExpiry && !isStored ? sessionUntil(row.expires) : undefined
    }
    return { session, keep: !isCopy && (extension.isDue || copies) ? keep : undefined }
  }

  async end(exchange: CookieExchange): ReturnType<SessionStrategy['end']> {
    const token = await this.#presented(exchange)
    const session = token === undefined ? undefined : await deleteIfStored(token, this.#parts)
    // Clear the cookie only after the row was deleted. If the deletion fails, the user can try again.
    this.clear(exchange)
    return session === undefined ? undefined : { session }
  }

  clear(exchange: CookieExchange): void {
    addCookies(exchange, clearChunked(this.#parts.cookie, exchange.cookies))
    this.#clearCopy(exchange)
  }

  #clearCopy(exchange: CookieExchange): void {
    // An earlier configuration may have written the cookie, so clear it even if copies are not configured.
    const { name, options } = copyCookie(this.#parts.cookie)
    if (exchange.cookies.has(name)) addCookies(exchange, [clearCookie(name, options)])
  }

  clearUnusable(exchange: CookieExchange): void {
    if (!this.#undecided.has(exchange)) this.clear(exchange)
  }

  async #extend({ sessionToken }: AdapterSession, { changes }: SessionExtension): Promise<boolean> {
    return this.#renewSession(
      async () => this.#parts.adapter.updateSession({ sessionToken, ...changes }),
      () => true,
    )
  }

  async #presented(exchange: CookieExchange): Promise<string | undefined> {
    const token = sentToken(this.#parts.cookie, exchange)
    return token === undefined ? undefined : this.#parts.sessionKey(token)
  }

  async #isEndedByProvider(token: string): Promise<boolean> {
    const { mark } = tokenData(token)
    return mark !== undefined && this.#parts.endedProviderSessions.isEnded(mark)
  }

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
