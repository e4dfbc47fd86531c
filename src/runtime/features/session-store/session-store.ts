import { sha256 } from '#sha256'
import type { AuthSpec } from '../../../builder/auth-spec.js'
import { JWTSessionError } from '../../../errors.js'
import type { SessionStore, StoredClaims } from '../../../stores/contract.js'
import { randomToken } from '../../core/crypto/random.js'
import type { NamedCookie } from '../../core/http/cookie-policy.js'
import { addCookies, type CookieExchange, readChunked, withdrawCookie } from '../../core/http/cookies.js'
import { writeChunked } from '../../core/http/write-chunked.js'
import type { SiteParts } from '../../core/object-lifetimes.js'
import { sealedSessions } from '../../core/sessions/sealed-sessions.js'
import {
  cookieEnd,
  policyOf,
  type SessionPolicy,
  sessionPolicy,
} from '../../core/sessions/session-lifetime.js'
import type { SessionStrategy } from '../../core/sessions/session-strategy.js'
import type { TokenHolder, WrittenToken } from '../../core/sessions/token-access.js'
import type { GuardedCall, GuardStore } from '../../core/storage/guarded-store.js'

/* The cookie contains a random token. Its hash is the id of the session, and the key of the sealed session token. */

/** 256 random bits in base64url. */
const TOKEN = /^[\w-]{43}$/

/** In characters. Only a custom encoder can exceed it. */
const MAX_TOKEN_LENGTH = 32_768

interface StoredTokenParts {
  readonly store: SessionStore
  readonly cookie: NamedCookie
  readonly policy: SessionPolicy
}

export function openStoredClaims(
  { session: { sessionStore: store } }: AuthSpec,
  guardStore: GuardStore,
  tenant: string | undefined,
): SessionStore | undefined {
  return store && guardSessionStore(store, guardStore.calls(store), tenant)
}

export function storedTokenSessions(site: SiteParts): SessionStrategy | undefined {
  const { storedClaims: store, spec } = site.app
  const { sessionToken: cookie } = site.cookies
  if (!store || spec.session.strategy !== 'jwt') return undefined
  const tokens = new StoredTokens({ store, cookie, policy: sessionPolicy(spec) })
  const sessions = sealedSessions(site, tokens)
  return {
    async find(exchange, options) {
      const live = await sessions.find(exchange, options)
      // A sealed token that was copied to another key of the store is not accepted.
      if (live?.strategy !== 'jwt' || live.origin.id !== (await tokens.idOf(exchange))) return null
      return { ...live, isStored: true }
    },
    start: (login, exchange, added) => sessions.start(login, exchange, added),
    async discard(key, exchange) {
      withdrawCookie(exchange, cookie.name)
      sessions.clear(exchange)
      await store.remove(key)
    },
    key: async (exchange) => (await tokens.idOf(exchange)) ?? '',
    async show(live, update, request) {
      const shown = await sessions.show(live, update, request)
      // If a callback has ended the session, copies of its cookie must not open it again.
      if (!shown && live.strategy === 'jwt' && request.writes !== false) await store.remove(live.origin.id)
      return shown
    },
    end: (exchange) => sessions.end(exchange),
    clear: (exchange) => sessions.clear(exchange),
    clearUnusable: (exchange) => sessions.clearUnusable(exchange),
  }
}

class StoredTokens implements TokenHolder {
  readonly #parts: StoredTokenParts
  /** The cookie tokens of new sessions, by the request that starts the session. */
  readonly #started = new WeakMap<CookieExchange, string>()
  /** The first sealed token that each request has read. */
  readonly #read = new WeakMap<CookieExchange, string>()

  constructor(parts: StoredTokenParts) {
    this.#parts = parts
  }

  /** Returns the id of the session, or `undefined` if the cookie has no token. */
  async idOf({ cookies }: CookieExchange): Promise<string | undefined> {
    const token = readChunked(this.#parts.cookie.name, cookies)
    return token !== undefined && TOKEN.test(token) ? sha256(token) : undefined
  }

  async read(exchange: CookieExchange): Promise<string | undefined> {
    const id = await this.idOf(exchange)
    const found = id === undefined ? null : await this.#parts.store.find(id)
    if (!found) return undefined
    // `write` compares the first token with the stored token, to detect a write of another request in between.
    if (!this.#read.has(exchange)) this.#read.set(exchange, found.token)
    return found.token
  }

  /** Returns the id of the new session. */
  async begin(exchange: CookieExchange): Promise<string> {
    const token = randomToken()
    this.#started.set(exchange, token)
    return sha256(token)
  }

  checkLength({ length }: string): void {
    if (length <= MAX_TOKEN_LENGTH) return
    throw new JWTSessionError(
      `The session token takes more than ${MAX_TOKEN_LENGTH} characters. Store less in it, for example an id instead of the data.`,
    )
  }

  async write(written: WrittenToken, exchange: CookieExchange): Promise<boolean> {
    const { store, cookie, policy } = this.#parts
    const { sealed, origin, userId, at, lifetime, isChanged } = written
    const fields = {
      expires: new Date((at + lifetime) * 1000),
      lastUsedAt: new Date(at * 1000),
      token: sealed,
    }
    const started = this.#started.get(exchange)
    if (started === undefined) {
      // Extending a session must not undo a concurrent change.
      const change = await store.update(origin.id, fields, isChanged ? undefined : this.#read.get(exchange))
      return change !== 'ended'
    }
    this.#started.delete(exchange)
    await store.create(origin.id, {
      userId,
      createdAt: new Date(origin.start * 1000),
      ...origin.device,
      ...fields,
    })
    const end = origin.start + policyOf(policy, origin).absoluteMaxAge
    addCookies(exchange, writeChunked(cookie, started, cookieEnd(end, at, origin), exchange.cookies))
    return true
  }
}

/**
 * Returns the id of a session's owner in the store. The id of a tenant's user is never equal to the id of a
 * user in a configuration without tenants.
 */
function ownerOf(tenant: string | undefined, userId: string): string {
  return tenant === undefined ? `user:${userId}` : `tenant:${encodeURIComponent(tenant)}/${userId}`
}

/** Wraps the session store of the application. Callers pass user ids without the tenant. */
function guardSessionStore(
  store: SessionStore,
  guard: GuardedCall,
  tenant: string | undefined,
): SessionStore {
  const owner = (userId: string): string => ownerOf(tenant, userId)
  /** Finds a session of this tenant. Sessions of other tenants are not found. */
  const find = async (id: string): Promise<StoredClaims | null> => {
    const found = await guard('find', () => store.find(id))
    return found?.userId.startsWith(owner('')) ? found : null
  }
  return {
    create: async (id, session) =>
      guard('create', () => store.create(id, { ...session, userId: owner(session.userId) })),
    find,
    update: async (id, changes, expected) => guard('update', () => store.update(id, changes, expected)),
    remove: async (id) =>
      tenant === undefined || (await find(id)) ? guard('remove', () => store.remove(id)) : null,
    list: async (userId) => {
      const sessions = await guard('list', () => store.list(owner(userId)))
      return sessions.map((session) => ({ ...session, userId }))
    },
    removeAll: async (userId) => guard('removeAll', () => store.removeAll(owner(userId))),
  }
}
