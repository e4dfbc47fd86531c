import type { AdapterSession, AdapterUser } from '../../../adapters/contract.js'
import type { TokenClaims } from '../../../builder/spec.js'
import { AuthError } from '../../../errors.js'
import type { Awaitable } from '../../../model/awaitable.js'
import type { IdentifiedUser } from '../../../model/user.js'
import type { CookieExchange } from '../http/cookies.js'
import type { Identity } from '../login/identity.js'
import type { LiveSession } from './session-strategy.js'

/*
 * Session rules, with which features such as claims refresh change how sessions begin, last and end. A rule
 * returns a decision. The session strategy writes the result.
 */

/** A rule about sessions. Rules are sorted by phase, and within a phase by name. */
export type SessionRule = FindRule | ShowRule

interface CommonRule {
  readonly name: string
  /** Returns fields for a new session. */
  begin?(login: BeginningLogin): Awaitable<SessionFields>
  /**
   * Must call `create`, which stores a new session. Code before and after this call can, for example, take and
   * release a lock. If `around` throws, the sign-in fails, and a stored session is removed again.
   */
  around?(session: NewSession, create: () => Promise<void>): Promise<void>
  /** Copies of database sessions, which can be read instead of the database. */
  readonly copies?: SessionCopies
}

/** A rule about which sessions are valid. */
export interface FindRule extends CommonRule {
  readonly phase: 'find'
  /**
   * Called each time the session of a request is looked up. A session that ends here is revoked, unless the
   * request must not write.
   */
  admit?(live: LiveSession, exchange: CookieExchange): Awaitable<'keep' | 'end'>
}

/** A rule that changes or ends a session before the application sees it. */
export interface ShowRule extends CommonRule {
  readonly phase: 'show'
  /**
   * Called before the application and its callbacks get a session. A session that ends here is revoked, unless
   * the request must not write.
   */
  admit?(live: LiveSession): Awaitable<'keep' | 'end' | SessionChange>
}

/** A login whose session is about to begin. */
export interface BeginningLogin {
  readonly identity: Identity
  /** The stored user, if users are stored. */
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
  /** Time of the last refresh of the claims, in seconds since 1970. */
  readonly refreshed?: number
}

/** A session and its user, as an adapter returns them. */
export interface StoredPair {
  readonly session: AdapterSession
  readonly user: AdapterUser
}

/** Copies of database sessions outside of the database. */
export interface SessionCopies {
  /**
   * Returns the copy that the request contains for the session with this token. Returns `null` if there is
   * none, or if the session may have ended.
   */
  read(token: string, exchange: CookieExchange): Promise<StoredPair | null>
  /** Writes a copy of a session that was just read. */
  write(token: string, userId: string, exchange: CookieExchange): Promise<void>
}

/** Sorts the rules by phase and name. */
export function inOrder(rules: readonly SessionRule[]): readonly SessionRule[] {
  return [...rules].sort((one, other) =>
    `${one.phase} ${one.name}` < `${other.phase} ${other.name}` ? -1 : 1,
  )
}

/**
 * The rules that check each session that is found. `undefined` if there are none, so that reading a session
 * skips the loop.
 */
export function findRules(rules: readonly SessionRule[]): readonly FindRule[] | undefined {
  const found = rules.filter((rule): rule is FindRule => rule.phase === 'find' && rule.admit !== undefined)
  return found.length > 0 ? found : undefined
}

/** The rules that change a session before it is shown; `undefined` if there are none. */
export function showRules(rules: readonly SessionRule[]): readonly ShowRule[] | undefined {
  const shown = rules.filter((rule): rule is ShowRule => rule.phase === 'show' && rule.admit !== undefined)
  return shown.length > 0 ? shown : undefined
}

/** Whether a session continues. In JavaScript, a rule may return nothing, which ends the session. */
export async function isAdmitted(
  rules: readonly FindRule[],
  live: LiveSession,
  exchange: CookieExchange,
): Promise<boolean> {
  for (const rule of rules) if ((await rule.admit?.(live, exchange)) !== 'keep') return false
  return true
}

/**
 * Latest end of a new session: the earliest of the ends that the provider and the rules set.
 *
 * @throws AuthError if a rule returns an end that is not in whole seconds.
 */
export async function sessionEnd(
  rules: readonly SessionRule[],
  login: BeginningLogin,
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
  return limits.length > 0 ? Math.min(...limits) : undefined
}

/**
 * Stores a session inside the `around` functions of all rules. If a rule throws after the session was stored,
 * the session is removed again.
 *
 * @throws AuthError if a rule does not call `create`.
 */
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
    // If the rule throws before `create` has finished, nothing else handles an error of `create`.
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
