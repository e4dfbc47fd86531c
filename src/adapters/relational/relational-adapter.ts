import type { CompleteAdapter } from '../complete-adapter.js'
import { accountMethods } from './account-methods.js'
import { authenticatorMethods } from './authenticator-methods.js'
import { cleanupMethod } from './cleanup.js'
import { guardRecords } from './guard-records.js'
import type { RecordStore } from './record-store.js'
import { sessionMethods } from './session-methods.js'
import type { TokenForm } from './session-token.js'
import { noSweep, sweeper } from './sweeper.js'
import { userMethods } from './user-methods.js'
import { verificationTokenMethods } from './verification-token-methods.js'

/** What adapters over a record store differ in. */
export interface RelationalOptions {
  /** How session tokens are stored. */
  readonly sessionTokens: TokenForm
  /** Who removes expired rows: the adapter as it stores new ones, or whoever calls `cleanup()`. */
  readonly expired: 'swept' | 'kept'
}

/** The adapter over a record store. `Own` are the fields that a stored user has besides the contract's. */
export function relationalAdapter<Own>(
  records: RecordStore,
  { sessionTokens, expired }: RelationalOptions,
): CompleteAdapter<Own> {
  const store = guardRecords(records)
  const sweep = expired === 'swept' ? sweeper(store) : noSweep
  return {
    ...userMethods<Own>(store),
    ...accountMethods(store),
    ...sessionMethods<Own>(store, sessionTokens, sweep),
    ...verificationTokenMethods(store, sweep),
    ...authenticatorMethods(store),
    ...cleanupMethod(store),
  }
}
