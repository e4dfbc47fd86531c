// biome-ignore lint/suspicious/noTsIgnore: an application without Kysely must be able to compile the declarations of this file.
/** @ts-ignore */
import type { Insertable, Kysely, Selectable } from 'kysely'
import { AdapterError } from '../errors.js'
import { checkArguments, requireFirst } from './check-arguments.js'
import type { KyselyDialect } from './kysely/dialect.js'
import { kyselyRecordStore, type TableNames } from './kysely/record-store.js'
import type { CheckTable } from './relational/check-table.js'
import { requireDate } from './relational/dates.js'
import { explainDatabase } from './relational/explain-database.js'
import { explainRecords } from './relational/explain-records.js'
import type { NeededColumns } from './relational/needed-columns.js'
import type { TableName } from './relational/record-store.js'
import { tablesAdapter } from './relational/relational-adapter.js'
import type { SessionTokenOptions, TokenStorage } from './relational/session-token.js'
import type { TablesAdapter, TransactionalTablesAdapter } from './relational/table-methods.js'
import { tablesOf } from './relational/tables-of.js'

export type { CompleteAdapter } from './complete-adapter.js'
export type { KyselyDialect } from './kysely/dialect.js'
export type { TableNames } from './kysely/record-store.js'
export type { NeededColumns } from './relational/needed-columns.js'
export type { TableName } from './relational/record-store.js'
export type { SessionTokenOptions, TokenStorage } from './relational/session-token.js'
export type { TableMethods, TablesAdapter, TransactionalTablesAdapter } from './relational/table-methods.js'
export type { SessionManagement } from './session-management.js'
export type { Transactional } from './transactional.js'

/**
 * The option `tables` of {@link kysely}. If a table lacks columns, the type of its name is an error message that names
 * the columns.
 */
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
  Transactions extends boolean = boolean,
> extends SessionTokenOptions<Tokens> {
  /** The database. In SQLite, dates are stored as milliseconds since 1970, and booleans as 1 and 0. */
  dialect: Dialect
  /**
   * The names of the tables in the database: `users` and `accounts`; `sessions` for strategy `'database'`,
   * `verificationTokens` for e-mail providers, `authenticators` for WebAuthn providers, `passwords` for
   * `password()`.
   */
  tables: CheckKyselyTables<Database, Names, Dialect>
  /**
   * Whether the dialect of Kysely supports transactions. Default: `true`. Set it to `false` for a dialect that
   * rejects them, such as those for Cloudflare D1 and for Neon over HTTP. The adapter then has no `inTransaction`, and
   * deletes a user with one statement for each table.
   */
  transactions?: Transactions
}

/** The columns of the table of users, except `emailVerified`, whose type depends on the dialect. */
export type KyselyUser<Database, Names extends TableNames> = Names['users'] extends keyof Database
  ? Omit<Selectable<Database[Names['users']]>, 'emailVerified'>
  : {}

/**
 * The adapter that {@link kysely} returns. It has the methods of the tables in `tables`, and `inTransaction` unless
 * `transactions` is `false`.
 */
export type KyselyAdapter<
  Database,
  Names extends TableNames,
  Tokens extends TokenStorage = 'hashed',
  Transactions extends boolean = true,
> = (false extends Transactions
  ? TablesAdapter<KyselyUser<Database, Names>, keyof Names & TableName, Tokens>
  : TransactionalTablesAdapter<KyselyUser<Database, Names>, keyof Names & TableName, Tokens>) &
  NeededColumns<
    Names['users'] extends keyof Database ? Insertable<Database[Names['users']]> : {},
    KyselyUser<Database, Names>
  >

/** The names of the required tables. */
export type RequiredNames = TableNames & { readonly users: string; readonly accounts: string }

/**
 * An adapter for your own tables, through Kysely, in PostgreSQL, MySQL, MariaDB or SQLite.
 *
 * `npx authwright schema postgres` (`mysql`, `sqlite`) prints schemas to start from.
 *
 * Expired rows are not deleted automatically: call `cleanup()` regularly.
 *
 * @param db - The database, with any driver.
 * @param options - `dialect`; `tables`: the table names; `sessionTokens`: `'hashed'`, the default, or `'plain'`;
 *   `transactions`: `false` for a dialect without transactions.
 * @throws {AdapterError} If `db` is missing, if `dialect` is unknown, if `tables` is missing, lacks `users` or `accounts`, or names an unknown table, or if a plugin of the database renames columns. The methods reject with an
 *   `AdapterError` if the database does not respond or rejects a row.
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
 * // Kysely adds no error listener to the pool. Without one, a restart of PostgreSQL ends the process.
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
  const Transactions extends boolean = true,
>(
  db: Kysely<Database>,
  options: KyselyOptions<Database, Names, Dialect, Tokens, Transactions>,
): KyselyAdapter<Database, Names, Tokens, Transactions> {
  // biome-ignore lint/complexity/noArguments: rejects extra arguments from plain JavaScript.
  checkArguments('kysely(db, options)', arguments.length, options, [
    'dialect',
    'tables',
    'sessionTokens',
    'transactions',
  ])
  requireFirst('kysely(db, options)', db)
  const { dialect, tables: namesByTable }: Partial<typeof options> = options ?? {}
  const transactions: boolean = options?.transactions ?? true
  const database = db as unknown as Kysely<unknown>
  requireColumnNames(database)
  if (dialect === undefined || !['postgres', 'mysql', 'sqlite'].includes(dialect)) {
    throw new AdapterError("The option dialect of kysely() must be 'postgres', 'mysql' or 'sqlite'.")
  }
  if (typeof namesByTable !== 'object' || namesByTable === null) {
    throw new AdapterError(
      "The option tables of kysely() must be an object, such as { users: 'users', accounts: 'accounts' }.",
    )
  }
  // The type of a wrong table is an error message, so TypeScript has already rejected it.
  const names = namesByTable as unknown as TableNames
  const store = kyselyRecordStore(database, dialect, names, transactions)
  const records = explainRecords(store, explainKysely)
  const tables = tablesOf('kysely', names) as (keyof Names & TableName)[]
  // The cast is correct, because the type parameter `Tokens` also defaults to `'hashed'`.
  const sessionTokens = (options.sessionTokens ?? 'hashed') as Tokens
  const adapter = tablesAdapter(records, tables, { sessionTokens, expired: 'kept' })
  if (dialect === 'mysql') {
    Object.assign(adapter, { '~warning': () => timeZoneWarning(database) })
  }
  // The cast is correct: with `transactions: false`, `tablesAdapter` adds no `inTransaction`.
  return adapter as KyselyAdapter<Database, Names, Tokens, Transactions>
}

function explainKysely(error: Error): string {
  const explanation = explainDatabase()(error)
  return /transactions are not supported/i.test(error.message)
    ? `${explanation} Set the option \`transactions: false\` of kysely() for a dialect without transactions.`
    : explanation
}

/** Rejects plugins that rename columns, because the adapter reads columns by field names, such as `emailVerified`. */
function requireColumnNames(db: Kysely<unknown>): void {
  const { sql } = (db as Kysely<Record<string, Record<string, unknown>>>)
    .selectFrom('users')
    .select('emailVerified')
    .compile()
  if (sql.includes('emailVerified')) return
  throw new AdapterError(
    'The database of kysely() has a plugin that renames columns, such as CamelCasePlugin. Pass `db.withoutPlugins()`, and name the columns as `npx authwright schema` prints them.',
  )
}

/** Two dates, because a time zone with daylight saving time can be equal to UTC in winter, as in London. */
const SAMPLE_DATES = { january: '2026-01-15T12:00:00.000Z', july: '2026-07-15T12:00:00.000Z' }

async function timeZoneWarning(db: Kysely<unknown>): Promise<string | undefined> {
  const row = await db
    .selectNoFrom(({ fn, val }) => {
      const dateTime = (date: string) => fn<unknown>('timestamp', [val(date.slice(0, 19).replace('T', ' '))])
      return [dateTime(SAMPLE_DATES.january).as('january'), dateTime(SAMPLE_DATES.july).as('july')]
    })
    .executeTakeFirstOrThrow()
  const isRead = (name: keyof typeof SAMPLE_DATES): boolean =>
    requireDate(name, row[name]).toISOString() === SAMPLE_DATES[name]
  if (isRead('january') && isRead('july')) return undefined
  return "The driver of kysely() reads dates in the time zone of the process, so expiry times change with the time zone. Set `timezone: 'Z'` in the pool of mysql2."
}
