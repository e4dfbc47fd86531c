// biome-ignore lint/suspicious/noTsIgnore: an application without Kysely must still compile what is emitted from here.
/** @ts-ignore */
import type { Kysely, Selectable } from 'kysely'
import { AdapterError } from '../errors.js'
import { checkArguments } from './check-arguments.js'
import type { KyselyDialect } from './kysely/dialect.js'
import { kyselyRecordStore, type TableNames } from './kysely/record-store.js'
import type { CheckTable } from './relational/check-table.js'
import { explainDatabase } from './relational/explain-database.js'
import { explainRecords } from './relational/explain-records.js'
import type { TableName } from './relational/record-store.js'
import { tablesAdapter } from './relational/relational-adapter.js'
import type { SessionTokenOptions, TokenStorage } from './relational/session-token.js'
import type { TransactionalTablesAdapter } from './relational/table-methods.js'

export type { CompleteAdapter } from './complete-adapter.js'
export type { KyselyDialect } from './kysely/dialect.js'
export type { TableNames } from './kysely/record-store.js'
export type { TableName } from './relational/record-store.js'
export type { SessionTokenOptions, TokenStorage } from './relational/session-token.js'
export type { TableMethods, TablesAdapter, TransactionalTablesAdapter } from './relational/table-methods.js'
export type { SessionManagement } from './session-management.js'
export type { Transactional } from './transactional.js'

/** The names of the tables, or in the place of a name the sentence that says which column its table lacks. */
export type CheckKyselyTables<Database, Names extends TableNames, Dialect extends KyselyDialect> = {
  readonly [Name in keyof Names]: Name extends TableName
    ? Names[Name] extends keyof Database
      ? CheckTable<
          Name,
          Selectable<Database[Names[Name]]>,
          Names[Name],
          Dialect extends 'sqlite' ? 'numeric' : 'native'
        >
      : keyof Database & string
    : never
}

/** Options of {@link kysely}. */
export interface KyselyOptions<
  Database,
  Names extends TableNames,
  Dialect extends KyselyDialect,
  Tokens extends TokenStorage = TokenStorage,
> extends SessionTokenOptions<Tokens> {
  /** The database. SQLite has no dates and no booleans: there they are milliseconds since 1970, and 1 and 0. */
  dialect: Dialect
  /**
   * The names that the tables have in the database: of `users` and `accounts`; of `sessions` for strategy
   * `'database'`, of `verificationTokens` for e-mail providers, of `authenticators` for WebAuthn providers.
   */
  tables: CheckKyselyTables<Database, Names, Dialect>
}

/** The fields that a row of the table of users has besides those that every user has. */
export type KyselyUser<Database, Names extends TableNames> = Names['users'] extends keyof Database
  ? Omit<Selectable<Database[Names['users']]>, 'emailVerified'>
  : {}

/** What {@link kysely} returns: the methods of the tables that it was given. */
export type KyselyAdapter<
  Database,
  Names extends TableNames,
  Tokens extends TokenStorage = 'hashed',
> = TransactionalTablesAdapter<KyselyUser<Database, Names>, keyof Names & TableName, Tokens>

/** The names of the tables that there must be. */
export type RequiredNames = TableNames & { readonly users: string; readonly accounts: string }

/**
 * An adapter on your own tables, through Kysely, in PostgreSQL, MySQL, MariaDB or SQLite.
 *
 * The stored user is the row that your `Database` interface describes, its own columns included. A table whose interface
 * lacks a column is refused by the compiler, in a sentence that names it. Schemas to start from are printed by `npx
 * authwright schema postgres` (`mysql`, `sqlite`).
 *
 * Session tokens are stored as SHA-256 hashes. Expired rows are not deleted automatically: call `cleanup()` to delete what has
 * expired.
 *
 * @param db - The database, with any driver.
 * @param options - `dialect`; `tables`: what the tables are called; `sessionTokens`: `'hashed'`, the default, or `'plain'`.
 * @throws {AdapterError} If `dialect` is none of the three. Its methods reject with an `AdapterError` if the database does not
 * respond, or rejects a row.
 *
 * @example
 * ```ts
 * import { kysely } from 'authwright/adapters/kysely'
 * import { type Generated, Kysely, PostgresDialect } from 'kysely'
 * import { Pool } from 'pg'
 *
 * interface Database {
 *   users: {
 *     id: string
 *     name: string | null
 *     email: string | null
 *     emailVerified: Date | null
 *     image: string | null
 *     role: Generated<'member' | 'admin'>
 *   }
 *   accounts: { userId: string; type: string; provider: string; providerAccountId: string }
 *   sessions: { sessionToken: string; userId: string; expires: Date }
 * }
 *
 * // Kysely keeps its pool to itself: without a listener, a restart of PostgreSQL ends the process.
 * const pool = new Pool({ connectionString: process.env.DATABASE_URL })
 * pool.on('error', (error) => console.error(error.message))
 * const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
 *
 * export const adapter = kysely(db, {
 *   dialect: 'postgres',
 *   tables: { users: 'users', accounts: 'accounts', sessions: 'sessions' },
 * })
 * ```
 *
 * @see https://kysely.dev/docs/getting-started#types
 */
export function kysely<
  Database,
  const Names extends RequiredNames,
  const Dialect extends KyselyDialect,
  const Tokens extends TokenStorage = 'hashed',
>(
  db: Kysely<Database>,
  options: KyselyOptions<Database, Names, Dialect, Tokens>,
): KyselyAdapter<Database, Names, Tokens> {
  // biome-ignore lint/complexity/noArguments: what JavaScript gives beside the parameters is refused.
  checkArguments('kysely(db, options)', arguments.length, options, ['dialect', 'tables', 'sessionTokens'])
  const { dialect } = options
  if (!['postgres', 'mysql', 'sqlite'].includes(dialect)) {
    throw new AdapterError("The option dialect of kysely() must be 'postgres', 'mysql' or 'sqlite'.")
  }
  // A name that is a sentence was refused by the compiler.
  const names = options.tables as unknown as TableNames
  const store = kyselyRecordStore(db as unknown as Kysely<unknown>, dialect, names)
  const records = explainRecords(store, explainDatabase())
  const given = Object.keys(names) as (keyof Names & TableName)[]
  // What is left out is the default of the type, too.
  const sessionTokens = (options.sessionTokens ?? 'hashed') as Tokens
  const adapter = tablesAdapter(records, given, { sessionTokens, expired: 'kept' })
  // Kysely has transactions with every dialect.
  return adapter as KyselyAdapter<Database, Names, Tokens>
}
