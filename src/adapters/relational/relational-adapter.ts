import type { CompleteAdapter } from '../complete-adapter.js'
import type { FactsStorage } from '../contract.js'
import type { Transactional } from '../transactional.js'
import { accountMethods } from './account-methods.js'
import { authenticatorMethods } from './authenticator-methods.js'
import { cleanupMethod } from './cleanup.js'
import { guardRecords } from './guard-records.js'
import { loginMethods } from './login-methods.js'
import { passwordMethods } from './password-methods.js'
import { expiringTables, type RecordStore, type TableName } from './record-store.js'
import { sessionManagement } from './session-management.js'
import { sessionMethods } from './session-methods.js'
import { type TokenStorage, tokenForm } from './session-token.js'
import { noSweep, sweeper } from './sweeper.js'
import type { TableMethods, TablesAdapter } from './table-methods.js'
import { userMethods } from './user-methods.js'
import { verificationTokenMethods } from './verification-token-methods.js'

/** A record store leaves out what its table has no columns for. */
const FACTS: FactsStorage = { sessionFacts: true }

/** The tables of a record store. */
const allTables: readonly TableName[] = [
  'users',
  'accounts',
  'sessions',
  'verificationTokens',
  'authenticators',
  'passwords',
]

/** The differences between adapters that use a record store. */
export interface RelationalOptions<Tokens extends TokenStorage> {
  readonly sessionTokens: Tokens
  /** When expired rows are deleted: as new rows are stored, or only in `cleanup()`. */
  readonly expired: 'swept' | 'kept'
}

/**
 * The adapter over a record store that has some of the tables: the methods of the others are absent. `Own` is the row of a
 * user.
 */
export function tablesAdapter<Own, Given extends TableName, Tokens extends TokenStorage>(
  records: RecordStore,
  given: readonly Given[],
  options: RelationalOptions<Tokens>,
): TablesAdapter<Own, Given, Tokens> & Partial<Transactional<TablesAdapter<Own, Given, Tokens>>> {
  const methods = methodsOf<Own>(records, given, options)
  // Each table brings the methods that the type names for it.
  const tables = Object.assign({}, ...given.map((table) => methods[table])) as TablesAdapter<
    Own,
    Given,
    Tokens
  >
  if (given.some((table) => table === 'sessions')) Object.assign(tables, FACTS)
  const { transaction } = records
  if (!transaction) return tables
  return Object.assign(tables, {
    inTransaction: <Result>(work: (adapter: TablesAdapter<Own, Given, Tokens>) => Promise<Result>) =>
      // Deleting expired rows does not belong in the application's transaction.
      transaction((inside) =>
        work(tablesAdapter<Own, Given, Tokens>(inside, given, { ...options, expired: 'kept' })),
      ),
  })
}

/** The adapter over a record store. `Own` are the fields that a stored user has besides the contract's. */
export function relationalAdapter<Own>(
  records: RecordStore,
  options: RelationalOptions<'hashed'>,
): CompleteAdapter<Own> & Partial<Transactional<CompleteAdapter<Own>>> {
  return tablesAdapter<Own, TableName, 'hashed'>(records, allTables, options)
}

function methodsOf<Own>(
  records: RecordStore,
  given: readonly TableName[],
  { sessionTokens, expired }: RelationalOptions<TokenStorage>,
): { readonly [Table in TableName]: Partial<Pick<CompleteAdapter<Own>, TableMethods[Table]>> } {
  const store = guardRecords(records)
  const expiring = expiringTables.filter((table) => given.includes(table))
  const sweep = expired === 'swept' ? sweeper(store) : noSweep
  const cleanup = cleanupMethod(store, expiring)
  const { getUserByAccount, ...users } = userMethods<Own>(store)
  return {
    users: { ...users, ...loginMethods(store, given) },
    accounts: { getUserByAccount, ...accountMethods(store) },
    sessions: {
      ...sessionMethods<Own>(store, tokenForm(sessionTokens), sweep),
      ...(sessionTokens === 'hashed' ? sessionManagement(store) : {}),
      ...cleanup,
    },
    verificationTokens: { ...verificationTokenMethods(store, sweep), ...cleanup },
    authenticators: authenticatorMethods(store),
    passwords: passwordMethods(store),
  }
}
