import type { Awaitable } from '../model/awaitable.js'
import { accountRemoval, removedUsers } from './conformance/account-removal.js'
import { accountLeases, accountListing } from './conformance/account-tokens.js'
import { accountReading, accounts, accountUnlinking, accountUpdates } from './conformance/accounts.js'
import { expiry } from './conformance/expiry.js'
import { faults } from './conformance/faults.js'
import type { CaseSettings, CheckedAdapter, ConformanceGroup, FaultyAdapter } from './conformance/group.js'
import { loginRemoval } from './conformance/login-removal.js'
import { ownColumns } from './conformance/own-columns.js'
import { passkeyManagement } from './conformance/passkey-management.js'
import { manySessions, sessionManagement } from './conformance/session-management.js'
import { sessionMetadata } from './conformance/session-metadata.js'
import { milliseconds, sessions } from './conformance/sessions.js'
import { transactions } from './conformance/transactions.js'
import { userDeletion } from './conformance/user-deletion.js'
import { users } from './conformance/users.js'
import { verificationTokens } from './conformance/verification-tokens.js'
import { webauthn, withUserDeletion } from './conformance/webauthn.js'
import type { Adapter } from './contract.js'

export type { FaultyAdapter } from './conformance/group.js'

/** A part of the contract that an adapter may do without. */
export type ConformancePart =
  | 'accountReading'
  | 'accountUnlinking'
  | 'accountUpdates'
  | 'expiry'
  | 'milliseconds'
  | 'sessions'
  | 'userDeletion'
  | 'verificationTokens'
  | 'webauthn'

/** Something that only some adapters can do. */
export type ConformanceCapability =
  | 'accountLeases'
  | 'accountListing'
  | 'loginRemoval'
  | 'passkeyManagement'
  | 'sessionFacts'
  | 'sessionManagement'
  | 'transactions'

/** Options of {@link adapterConformance}. */
export interface ConformanceOptions {
  /**
   * Returns the adapter, at the start of every case. It may be the same one each time, over a store
   * with other rows in it: every case creates separate rows.
   */
  adapter(): Awaitable<Adapter>
  /** Parts that the adapter does without. Default: none, every method is expected. */
  without?: readonly ConformancePart[]
  /** What the adapter can do besides. Default: nothing. */
  with?: readonly ConformanceCapability[]
  /** Columns of your own with a value for each, to see that users keep them. Default: none. */
  user?: Readonly<Record<string, unknown>>
  /** The type of user ids. A store that counts its users has numbers, and never receives a string. Default: `'text'`. */
  ids?: 'text' | 'numbers'
  /** How many sessions of one user are listed and ended, with `sessionManagement`. Default: 10000. */
  many?: number
  /**
   * Adds the cases of a store that fails in the middle. Returns an adapter over the same store, whose use number `call`
   * (a statement, or one call of the store) rejects, and no other. Default: these cases are left out.
   */
  faulty?(call: number): Awaitable<FaultyAdapter>
}

/** One thing that an adapter must do. */
export interface ConformanceCase {
  /** The part of the contract, and what the case shows. */
  readonly name: string
  /** How long it may take, in milliseconds: one that makes thousands of sessions takes more than runners allow. */
  readonly timeout: number
  /** Resolves if the adapter does it, and rejects with what is wrong if it does not. */
  run(): Promise<void>
}

/**
 * What Authwright expects of an adapter, as cases for any test runner: each has a name and a
 * function that rejects with what is wrong.
 *
 * They look at the adapter alone, not behind it, and expect what the sign-in flows rely on: keys
 * that are compared byte by byte, unique addresses and accounts also when two requests come at
 * once, tokens that are used once, dates that are dates, and deletions that leave nothing behind.
 *
 * @example
 * ```ts
 * import { adapterConformance } from 'authwright/adapters/conformance'
 * import { memory } from 'authwright/adapters/memory'
 * import { test } from 'node:test'
 *
 * for (const { name, run, timeout } of adapterConformance({ adapter: () => memory() })) test(name, { timeout }, run)
 * ```
 */
export function adapterConformance(options: ConformanceOptions): readonly ConformanceCase[] {
  const { user, faulty, ids = 'text', many = MANY } = options
  const without = (part: string): boolean => options.without?.includes(part as ConformancePart) ?? false
  const chosen: Groups = {
    users,
    accounts,
    ...(user && { 'user columns': ownColumns(user) }),
    ...Object.fromEntries(Object.entries(parts).filter(([part]) => !without(part))),
    ...(!without('webauthn') && !without('userDeletion') && { webauthn: withUserDeletion(webauthn) }),
    ...(!without('accountUnlinking') && { 'removed accounts': accountRemoval }),
    ...(!without('userDeletion') && !without('sessions') && { 'removed users': removedUsers }),
    ...(faulty && { faults }),
    ...(options.with?.includes('accountListing') && { accountListing }),
    ...(options.with?.includes('accountLeases') && { accountLeases }),
    ...(options.with?.includes('loginRemoval') && { loginRemoval }),
    ...(options.with?.includes('passkeyManagement') && { passkeyManagement }),
    ...(options.with?.includes('sessionFacts') && { sessionFacts: sessionMetadata }),
    ...(options.with?.includes('transactions') && { transactions }),
    ...(options.with?.includes('sessionManagement') && { sessionManagement, 'many sessions': manySessions }),
  }
  const settings: CaseSettings = { ids, many, faulty }
  return Object.entries(chosen).flatMap(([part, group]) =>
    Object.entries(group.cases).map(([shows, run]) => ({
      name: `${part}: ${shows}`,
      timeout: group.timeout,
      run: async () => run(checked(await options.adapter(), part, group), settings),
    })),
  )
}

/** More than a statement can name, or a page can list. */
const MANY = 10_000

type Groups = Readonly<Record<string, ConformanceGroup>>

const parts: Readonly<Record<ConformancePart, ConformanceGroup>> = {
  sessions,
  milliseconds,
  verificationTokens,
  accountReading,
  accountUpdates,
  accountUnlinking,
  userDeletion,
  expiry,
  webauthn,
}

function checked(adapter: Adapter, part: string, { methods }: ConformanceGroup): CheckedAdapter {
  const missing = methods.filter((method) => typeof adapter[method] !== 'function')
  if (missing.length > 0) {
    const way = part in parts ? `Add what is missing, or pass "${part}" in "without"` : 'Add what is missing'
    throw new Error(`The adapter has no ${missing.join(', ')}. ${way}.`)
  }
  // The methods that the cases of the group call are there.
  return adapter as CheckedAdapter
}
