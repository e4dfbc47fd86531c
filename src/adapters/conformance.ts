import type { Awaitable } from '../model/awaitable.js'
import { accountReading, accounts, accountUnlinking, accountUpdates } from './conformance/accounts.js'
import { expiry } from './conformance/expiry.js'
import type { CheckedAdapter, ConformanceGroup } from './conformance/group.js'
import { ownColumns } from './conformance/own-columns.js'
import { sessionManagement } from './conformance/session-management.js'
import { milliseconds, sessions } from './conformance/sessions.js'
import { userDeletion } from './conformance/user-deletion.js'
import { users } from './conformance/users.js'
import { verificationTokens } from './conformance/verification-tokens.js'
import { webauthn } from './conformance/webauthn.js'
import type { Adapter } from './contract.js'

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
export type ConformanceCapability = 'sessionManagement'

/** Options of {@link adapterConformance}. */
export interface ConformanceOptions {
  /**
   * Gives the adapter, at the start of every case. It may be the same one each time, over a store
   * with other rows in it: every case makes rows of its own.
   */
  adapter(): Awaitable<Adapter>
  /** Parts that the adapter does without. Default: none, every method is expected. */
  without?: readonly ConformancePart[]
  /** What the adapter can do besides. Default: nothing. */
  with?: readonly ConformanceCapability[]
  /** Columns of your own with a value for each, to see that users keep them. Default: none. */
  user?: Readonly<Record<string, unknown>>
}

/** One thing that an adapter must do. */
export interface ConformanceCase {
  /** The part of the contract, and what the case shows. */
  readonly name: string
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
 * for (const { name, run } of adapterConformance({ adapter: () => memory() })) test(name, run)
 * ```
 */
export function adapterConformance(options: ConformanceOptions): readonly ConformanceCase[] {
  const needed: Groups = {
    users,
    accounts,
    ...(options.user && { 'user columns': ownColumns(options.user) }),
  }
  const chosen = Object.entries(parts).filter(([part]) => !options.without?.includes(part as ConformancePart))
  const besides = (options.with ?? []).map((name) => [name, capabilities[name]] as const)
  return [...Object.entries(needed), ...chosen, ...besides].flatMap(([part, group]) =>
    Object.entries(group.cases).map(([shows, run]) => ({
      name: `${part}: ${shows}`,
      run: async () => run(checked(await options.adapter(), part, group)),
    })),
  )
}

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

const capabilities: Readonly<Record<ConformanceCapability, ConformanceGroup>> = { sessionManagement }

function checked(adapter: Adapter, part: string, { methods }: ConformanceGroup): CheckedAdapter {
  const missing = methods.filter((method) => typeof adapter[method] !== 'function')
  if (missing.length > 0) {
    const way = part in parts ? `Add what is missing, or pass "${part}" in "without"` : 'Add what is missing'
    throw new Error(`The adapter has no ${missing.join(', ')}. ${way}.`)
  }
  // The methods that the cases of the group call are there.
  return adapter as CheckedAdapter
}
