import { sha256 } from '#sha256'
import { membersOf } from '../../core/base/members-of.js'
import type { Sealer } from '../../core/crypto/sealer.js'
import type { NamedCookie } from '../../core/http/cookie-policy.js'
import { addCookies } from '../../core/http/cookies.js'
import { openAll } from '../../core/http/same-name-cookies.js'
import type { RuleParts } from '../../core/object-lifetimes.js'
import { copyCookie } from '../../core/sessions/database-token.js'
import { sessionAudience, sessionSalt } from '../../core/sessions/session-audience.js'
import type { SessionCopies, SessionRule, StoredPair } from '../../core/sessions/session-rule.js'
import { type SessionEndings, sessionEndings } from '../../core/storage/ended-session-copies.js'
import type { GuardedAdapter } from '../../core/storage/guarded-adapter.js'

/** Returns the rule that reads copies of sessions. A copy is valid for one site and one tenant. */
export function sessions({ app, cookies, hostname }: RuleParts): SessionRule | undefined {
  const { adapter, spec, commonStore, sealer } = app
  const { cookieCache: lifetime, strategy } = spec.session
  if (!adapter || !lifetime || strategy !== 'database') return undefined
  const cookie = copyCookie(cookies.sessionToken)
  const site = sessionAudience(spec.options.sessionAudience, cookies.sessionToken, hostname)
  const audience = sessionSalt(cookie.name, site)
  const copies = sessionCopies({
    adapter,
    endings: sessionEndings(commonStore, lifetime),
    sealer: sealer({ purpose: 'session copy', audience }),
    cookie,
    lifetime,
  })
  return { name: 'session-copies', phase: 'find', copies }
}

interface CopiesParts {
  readonly adapter: GuardedAdapter
  readonly endings: SessionEndings
  readonly sealer: Sealer
  readonly cookie: NamedCookie
  /** In seconds. */
  readonly lifetime: number
}

/** The name and the attributes need the rest of the 4,096 bytes of a cookie. */
const MAX_VALUE_BYTES = 3_600

/**
 * Reads and writes copies of sessions. A copy contains the hash of the session token, so it is useless
 * without the session cookie.
 */
function sessionCopies(parts: CopiesParts): SessionCopies {
  const { adapter, endings, sealer, cookie, lifetime } = parts
  return {
    async read(token, exchange) {
      const tokenHash = await sha256(token)
      const copies = await openAll(cookie.name, exchange.cookies, sealer)
      const { pair } = membersOf(copies.find(({ id }) => id === tokenHash))
      if (pair === undefined) return null
      const { session, user } = fromJsonValue(pair) as StoredPair
      // If the store fails, the copy is not used, and the session is read from the database.
      const ended = await endings.hasEnded(tokenHash, String(user.id)).catch(() => true)
      return ended ? null : { session: { ...session, sessionToken: token }, user }
    },
    async write(token, userId, exchange) {
      // After all sessions of a user were ended, a replica of the database may still return an ended session.
      if (await endings.haveAllEnded(userId)) return
      const found = await adapter.getSessionAndUser(token)
      if (!found?.user || found.session.sessionToken !== token) return
      const { sessionToken: _, ...session } = found.session
      const pair = toJsonValue({ session, user: found.user })
      if (pair === undefined) return
      const value = await sealer.seal({ id: await sha256(token), pair }, lifetime)
      if (value.length > MAX_VALUE_BYTES) return
      const { name, options } = cookie
      addCookies(exchange, [{ name, value, options: { ...options, maxAge: lifetime } }])
    },
  }
}

const DATE = '~date'

/** Converts a value for JSON, or returns `undefined` if JSON cannot represent it. */
function toJsonValue(value: unknown): unknown {
  if (value instanceof Date) {
    const time = toJsonValue(value.getTime())
    return time === undefined ? undefined : { [DATE]: time }
  }
  // JSON has no `NaN` and no infinity.
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (Array.isArray(value)) {
    const items = value.map(toJsonValue)
    return items.includes(undefined) ? undefined : items
  }
  if (typeof value === 'object' && value !== null) {
    const prototype: unknown = Object.getPrototypeOf(value)
    if (prototype !== Object.prototype && prototype !== null) return undefined
    // An object with this key would be read as a date.
    if (Object.hasOwn(value, DATE)) return undefined
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(([name, member]) => [name, toJsonValue(member)] as const)
    return members.some(([, member]) => member === undefined) ? undefined : Object.fromEntries(members)
  }
  return typeof value === 'bigint' || typeof value === 'function' || typeof value === 'symbol'
    ? undefined
    : value
}

function fromJsonValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fromJsonValue)
  if (typeof value !== 'object' || value === null) return value
  const { [DATE]: date } = value as { [DATE]?: unknown }
  if (typeof date === 'number') return new Date(date)
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, fromJsonValue(member)]))
}
