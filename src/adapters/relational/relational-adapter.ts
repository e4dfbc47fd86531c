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

/**
 * Session metadata can always be passed to a record store, because the store leaves out fields without a
 * column.
 */
const FACTS: FactsStorage = { sessionFacts: true }

const allTables: readonly TableName[] = [
  'users',
  'accounts',
  'sessions',
  'verificationTokens',
  'authenticators',
  'passwords',
]

export interface RelationalOptions<Tokens extends TokenStorage> {
  readonly sessionTokens: Tokens
  /** `'swept'` deletes expired rows in `cleanup()` and when new rows are stored, `'kept'` only in `cleanup()`. */
  readonly expired: 'swept' | 'kept'
}

/** `Own` is the row of a user. */
export function tablesAdapter<Own, Table extends TableName, Tokens extends TokenStorage>(
  records: RecordStore,
  tables: readonly Table[],
  options: RelationalOptions<Tokens>,
): TablesAdapter<Own, Table, Tokens> & Partial<Transactional<TablesAdapter<Own, Table, Tokens>>> {
  const methods = methodsOf<Own>(records, tables, options)
  // `TablesAdapter` has the same methods for each table as `methods`.
  const adapter = Object.assign({}, ...tables.map((table) => methods[table])) as TablesAdapter<
    Own,
    Table,
    Tokens
  >
  if (tables.some((table) => table === 'sessions')) Object.assign(adapter, FACTS)
  const { transaction } = records
  if (!transaction) return adapter
  return Object.assign(adapter, {
    inTransaction: <Result>(work: (adapter: TablesAdapter<Own, Table, Tokens>) => Promise<Result>) =>
      // A transaction of the application deletes no expired rows, because they are unrelated to its work.
      transaction((inside) =>
        work(tablesAdapter<Own, Table, Tokens>(inside, tables, { ...options, expired: 'kept' })),
      ),
  })
}

/** `Own` are the fields of a stored user in addition to `AdapterUser`. */
export function relationalAdapter<Own>(
  records: RecordStore,
  options: RelationalOptions<'hashed'>,
): CompleteAdapter<Own> & Partial<Transactional<CompleteAdapter<Own>>> {
  return tablesAdapter<Own, TableName, 'hashed'>(records, allTables, options)
}

function methodsOf<Own>(
  records: RecordStore,
  tables: readonly TableName[],
  { sessionTokens, expired }: RelationalOptions<TokenStorage>,
): { readonly [Table in TableName]: Partial<Pick<CompleteAdapter<Own>, TableMethods[Table]>> } {
  const store = guardRecords(records)
  const expiring = expiringTables.filter((table) => tables.includes(table))
  const sweep = expired === 'swept' ? sweeper(store) : noSweep
  const cleanup = cleanupMethod(store, expiring)
  const { getUserByAccount, ...users } = userMethods<Own>(store)
  return {
    users: { ...users, ...loginMethods(store, tables) },
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
