import type { AdapterSession, AdapterUser } from '../../../adapters/contract.js'
import type { TokenClaims } from '../../../builder/auth-spec.js'
import { AccessDenied, AuthError } from '../../../errors.js'
import type { Awaitable } from '../../../model/awaitable.js'
import type { IdentifiedUser } from '../../../model/user.js'
import type { CookieExchange } from '../http/cookies.js'
import type { Identity } from '../login/identity.js'
import type { LiveSession } from './session-strategy.js'

/** A rule about sessions. Rules are sorted by phase, and within a phase by name. */
export type SessionRule = FindRule | ShowRule

interface CommonRule {
  readonly name: string
  begin?(login: BeginningLogin): Awaitable<SessionFields>
  /**
   * Wraps the storing of a new session, and must call `create`. Code before and after this call can, for
   * example, take and release a lock. If `around` throws, the sign-in fails, and a stored session is removed
   * again.
   */
  around?(session: NewSession, create: () => Promise<void>): Promise<void>
  readonly copies?: SessionCopies
}

export interface FindRule extends CommonRule {
  readonly phase: 'find'
  /** Decides whether a session continues. If it ends, it is revoked, unless the request must not write. */
  admit?(live: LiveSession, exchange: CookieExchange): Awaitable<'keep' | 'end'>
}

export interface ShowRule extends CommonRule {
  readonly phase: 'show'
  /** Decides whether a session continues. If it ends, it is revoked, unless the request must not write. */
  admit?(live: LiveSession): Awaitable<'keep' | 'end' | SessionChange>
}

export interface BeginningLogin {
  readonly identity: Identity
  readonly user: IdentifiedUser
  readonly isNewUser: boolean
}

/** Fields of a session. If several rules set an end, the earliest applies. */
export interface SessionFields {
  /** Latest end of the session, in whole seconds since 1970. */
  readonly end?: number | undefined
}

/** A session that is about to be stored. */
export interface NewSession {
  /** The id of the user who signs in. */
  readonly userId: string
  /** The id under which sessions are listed. */
  readonly id: string
  /** The session that this session replaces. */
  readonly previousId: string | undefined
}

/** Changes of a session with strategy `'jwt'`. */
export interface SessionChange {
  /** All claims. `sub`, `iat` and `exp` cannot be changed. */
  readonly claims: TokenClaims
  /** In seconds since 1970. */
  readonly refreshed?: number
}

export interface StoredPair {
  readonly session: AdapterSession
  readonly user: AdapterUser
}

export interface SessionCopies {
  /** Returns a copy of the session, or `null` if there is none or the session may have ended. */
  read(token: string, exchange: CookieExchange): Promise<StoredPair | null>
  write(token: string, userId: string, exchange: CookieExchange): Promise<void>
}

export function inOrder(rules: readonly SessionRule[]): readonly SessionRule[] {
  return [...rules].sort((one, other) =>
    `${one.phase} ${one.name}` < `${other.phase} ${other.name}` ? -1 : 1,
  )
}

/**
 * Returns the rules that check sessions, or `undefined` for none, so that reading a session skips the loop.
 */
export function findRules(rules: readonly SessionRule[]): readonly FindRule[] | undefined {
  const found = rules.filter((rule): rule is FindRule => rule.phase === 'find' && rule.admit !== undefined)
  return found.length > 0 ? found : undefined
}

export function showRules(rules: readonly SessionRule[]): readonly ShowRule[] | undefined {
  const shown = rules.filter((rule): rule is ShowRule => rule.phase === 'show' && rule.admit !== undefined)
  return shown.length > 0 ? shown : undefined
}

/**
 * Whether a rule has returned a change. In JavaScript, a rule may return any value. Only `'keep'` and a
 * change keep the session.
 */
export function isChange(verdict: unknown): verdict is SessionChange {
  return typeof verdict === 'object' && verdict !== null
}

export async function isAdmitted(
  rules: readonly FindRule[],
  live: LiveSession,
  exchange: CookieExchange,
): Promise<boolean> {
  for (const rule of rules) if ((await rule.admit?.(live, exchange)) !== 'keep') return false
  return true
}

/**
 * Returns the latest end of a new session. Throws if the session would have ended already. `now` is in
 * seconds since 1970.
 */
export async function sessionEnd(
  rules: readonly SessionRule[],
  login: BeginningLogin,
  now: number,
): Promise<number | undefined> {
  const ends = await Promise.all(
    rules.map(async (rule) => {
      const end = (await rule.begin?.(login))?.end
      if (end === undefined || Number.isSafeInteger(end)) return end
      throw new AuthError(
        `The session rule '${rule.name}' returned \`end: ${String(end)}\`. Return whole seconds since 1970.`,
      )
    }),
  )
  const limits = [login.identity.end, ...ends].filter((end) => end !== undefined)
  if (limits.length === 0) return undefined
  const end = Math.min(...limits)
  if (end > now) return end
  throw new AccessDenied(
    'The latest end of the new session has already passed. Check the clocks, the option `endWithIdToken`, and `begin` of session rules.',
  )
}

export async function createWithin(
  rules: readonly SessionRule[],
  session: NewSession,
  create: () => Promise<void>,
  remove: () => Promise<void>,
): Promise<void> {
  let inserted: Promise<void> | undefined
  const insert = (): Promise<void> => (inserted = create())
  const insertWithinAll = rules.reduceRight<() => Promise<void>>(
    (inner, rule) => (rule.around ? () => insertAround(rule, session, inner) : inner),
    insert,
  )
  try {
    await insertWithinAll()
  } catch (error) {
    await inserted?.then(remove, () => undefined)
    throw error
  }
}

async function insertAround(
  rule: SessionRule,
  session: NewSession,
  create: () => Promise<void>,
): Promise<void> {
  let created: Promise<void> | undefined
  const createOnce = (): Promise<void> => {
    created ??= create()
    // A rule may throw before `create` has finished. An error of `create` would then be unhandled.
    created.catch(() => undefined)
    return created
  }
  await rule.around?.(session, createOnce)
  if (!created) {
    throw new AuthError(
      `The session rule '${rule.name}' did not insert the session. Call \`create\` in \`around\`, or throw an error to refuse the sign-in.`,
    )
  }
  await created
}
