import type { Awaitable } from '../model/awaitable.js'
import { accountRemoval, removedUsers } from './conformance/account-removal.js'
import { accountLeases, accountListing } from './conformance/account-tokens.js'
import { accountReading, accounts, accountUnlinking, accountUpdates } from './conformance/accounts.js'
import {
  faults,
  faultsOfSessions,
  faultsOfUserDeletion,
  faultsOfVerificationTokens,
} from './conformance/database-failures.js'
import { expiry } from './conformance/expiry.js'
import type {
  AddedCases,
  CaseSettings,
  CheckedAdapter,
  ConformanceGroup,
  FaultyAdapter,
} from './conformance/group.js'
import { loginRemoval } from './conformance/login-removal.js'
import { ownColumns } from './conformance/own-columns.js'
import { passkeyManagement } from './conformance/passkey-management.js'
import { passwords } from './conformance/passwords.js'
import { manySessions, sessionManagement } from './conformance/session-management.js'
import { sessionMetadata } from './conformance/session-metadata.js'
import { milliseconds, sessions } from './conformance/sessions.js'
import { transactions } from './conformance/transactions.js'
import { userDeletion } from './conformance/user-deletion.js'
import { userListing } from './conformance/user-listing.js'
import { users } from './conformance/users.js'
import { verificationTokens } from './conformance/verification-tokens.js'
import { webauthn } from './conformance/webauthn.js'
import type { Adapter } from './contract.js'

export type { FaultyAdapter } from './conformance/group.js'

/** An optional part of the contract. */
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

/** An optional capability. */
export type ConformanceCapability =
  | 'accountLeases'
  | 'accountListing'
  | 'loginRemoval'
  | 'passkeyManagement'
  | 'passwords'
  | 'sessionFacts'
  | 'sessionManagement'
  | 'transactions'
  | 'userListing'

/** Options of {@link adapterConformance}. */
export interface ConformanceOptions {
  /** Returns the adapter, at the start of every case. */
  adapter(): Awaitable<Adapter>
  /** Parts that the adapter does not have. Default: none, so every method is expected. */
  without?: readonly ConformancePart[]
  /** Capabilities of the adapter. Default: none. */
  with?: readonly ConformanceCapability[]
  /** Your own columns with a value for each, to check that they are stored. Default: none. */
  user?: Readonly<Record<string, unknown>>
  /** The type of user ids. `'numbers'` is for stores that create numeric ids. Default: `'text'`. */
  ids?: 'text' | 'numbers'
  /** Number of sessions of one user in the cases of `sessionManagement`. Default: 10000. */
  many?: number
  /**
   * Adds cases for a store that fails during a method. The function returns an adapter for the same store, and makes
   * the access with the number `call` fail, counted from 1. An access is a statement, or a call of a storage library.
   * Default: no such cases.
   */
  faulty?(call: number): Awaitable<FaultyAdapter>
}

/** A requirement of an adapter. */
export interface ConformanceCase {
  /** The tested part of the contract, and the requirement. */
  readonly name: string
  /** Timeout in milliseconds. */
  readonly timeout: number
  /** Rejects with the reason if the adapter does not meet the requirement. */
  run(): Promise<void>
}

/**
 * The requirements of an adapter, as test cases for any test runner.
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
    ...(!without('accountUnlinking') && { 'removed accounts': accountRemoval }),
    ...(!without('userDeletion') && !without('sessions') && { 'removed users': removedUsers }),
    ...(faulty && { faults }),
    ...(faulty && !without('sessions') && { 'faults of sessions': faultsOfSessions }),
    ...(faulty &&
      !without('sessions') &&
      !without('userDeletion') && { 'faults of user deletion': faultsOfUserDeletion }),
    ...(faulty &&
      !without('verificationTokens') && { 'faults of verification tokens': faultsOfVerificationTokens }),
    ...Object.assign({}, ...(options.with ?? []).map((capability) => capabilities[capability])),
  }
  const settings: CaseSettings = { ids, many, faulty }
  return Object.entries(chosen).flatMap(([part, chosenGroup]) => {
    const { withSessions, withUserDeletion } = chosenGroup
    const group = withCases(chosenGroup, [
      without('sessions') ? undefined : withSessions,
      without('userDeletion') ? undefined : withUserDeletion,
    ])
    return Object.entries(group.cases).map(([requirement, run]) => ({
      name: `${part}: ${requirement}`,
      timeout: group.timeout,
      run: async () => run(checked(await options.adapter(), part, group), settings),
    }))
  })
}

function withCases(group: ConformanceGroup, added: readonly (AddedCases | undefined)[]): ConformanceGroup {
  const all = [group, ...added.filter((each) => each !== undefined)]
  return {
    ...group,
    methods: all.flatMap(({ methods }) => methods),
    cases: Object.assign({}, ...all.map(({ cases }) => cases)),
  }
}

/** More sessions than some databases allow as parameters of a statement, or as rows of a page of results. */
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

const capabilities: Readonly<Record<ConformanceCapability, Groups>> = {
  accountLeases: { accountLeases },
  accountListing: { accountListing },
  loginRemoval: { loginRemoval },
  passkeyManagement: { passkeyManagement },
  passwords: { passwords },
  sessionFacts: { sessionFacts: sessionMetadata },
  sessionManagement: { sessionManagement, 'many sessions': manySessions },
  transactions: { transactions },
  userListing: { userListing },
}

function checked(adapter: Adapter, part: string, { methods }: ConformanceGroup): CheckedAdapter {
  const missing = methods.filter((method) => typeof adapter[method] !== 'function')
  if (missing.length > 0) {
    const fix = part in parts ? `Add what is missing, or pass "${part}" in "without"` : 'Add what is missing'
    throw new Error(`The adapter has no ${missing.join(', ')}. ${fix}.`)
  }
  // The cases of the group call only the methods that were checked above.
  return adapter as CheckedAdapter
}
