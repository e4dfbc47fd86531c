import { AdapterError } from '../errors.js'
import { checkArguments, requireFirst } from './check-arguments.js'
import type { DrizzleDatabase, DrizzleTable, DrizzleTables } from './drizzle/database.js'
import { drizzleRecordStore } from './drizzle/record-store.js'
import { surviveIdleErrors } from './pool-errors.js'
import type { CheckTable } from './relational/check-table.js'
import { explainDatabase, hostOf } from './relational/explain-database.js'
import { explainRecords } from './relational/explain-records.js'
import type { NeededColumns } from './relational/needed-columns.js'
import type { TableName } from './relational/record-store.js'
import { tablesAdapter } from './relational/relational-adapter.js'
import type { SessionTokenOptions, TokenStorage } from './relational/session-token.js'
import type { TablesAdapter } from './relational/table-methods.js'
import { tablesOf } from './relational/tables-of.js'
import type { Transactional } from './transactional.js'

export type { CompleteAdapter } from './complete-adapter.js'
export type { DrizzleDatabase, DrizzleTable, DrizzleTables } from './drizzle/database.js'
export type { NeededColumns } from './relational/needed-columns.js'
export type { TableName } from './relational/record-store.js'
export type { SessionTokenOptions, TokenStorage } from './relational/session-token.js'
export type { TableMethods, TablesAdapter } from './relational/table-methods.js'
export type { SessionManagement } from './session-management.js'
export type { Transactional } from './transactional.js'

/** Options of {@link drizzle}. */
export interface DrizzleOptions<Tokens extends TokenStorage = TokenStorage>
  extends SessionTokenOptions<Tokens> {}

/** The argument `tables` of {@link drizzle}. If a table lacks columns, its type is an error message that names them. */
export type CheckDrizzleTables<Tables extends DrizzleTables> = {
  readonly [Name in keyof Tables]: Name extends TableName
    ? Tables[Name] extends DrizzleTable
      ? CheckTable<Name, Tables[Name]['$inferSelect'], Tables[Name]>
      : Tables[Name]
    : never
}

/**
 * Result of {@link drizzle}: the methods for the given tables. `inTransaction` is absent with D1, libSQL, synchronous
 * drivers, Prisma, Neon over HTTP, Xata over HTTP, `pg-proxy`, `mysql-proxy` and `sqlite-proxy`. It is optional in the
 * type, because the types of Drizzle do not show the driver.
 */
export type DrizzleAdapter<
  Tables extends DrizzleTables,
  Tokens extends TokenStorage = 'hashed',
> = DrizzleTablesAdapter<Tables, Tokens> &
  Partial<Transactional<DrizzleTablesAdapter<Tables, Tokens>>> &
  NeededColumns<Tables['users']['$inferInsert'], Tables['users']['$inferSelect']>

/** The methods for the tables of a {@link DrizzleAdapter}. */
export type DrizzleTablesAdapter<Tables extends DrizzleTables, Tokens extends TokenStorage> = TablesAdapter<
  Tables['users']['$inferSelect'],
  keyof Tables & TableName,
  Tokens
>

/**
 * Stores users in your own Drizzle tables, in PostgreSQL, MySQL, MariaDB or SQLite.
 *
 * The user in callbacks and events is the row of your table, with your own columns.
 * `npx authwright schema drizzle-postgres` (`drizzle-mysql`, `drizzle-sqlite`) prints a schema to start from.
 *
 * User fields that have no column are not stored. Expired rows are not deleted automatically: call `cleanup()`.
 *
 * @param db - The database, with any driver. If it has replicas (`withReplicas()`), only the primary is used, because a replica may lag
 *   behind.
 * @param tables - `users` and `accounts`; `sessions` for strategy `'database'`, `verificationTokens` for e-mail providers, `authenticators`
 *   for WebAuthn providers, `passwords` for `password()`. The adapter finds a column by its key in the definition of the
 *   table. The name in the database can differ.
 * @param options - `sessionTokens`: `'hashed'` (default) or `'plain'`.
 * @throws {AdapterError} If `db` or `tables` is missing, if `tables` lacks `users` or `accounts`, or if a table is unknown or lacks columns. The methods reject with an `AdapterError` if the database does not respond or rejects a
 *   row.
 *
 * @example
 * ```ts
 * import { drizzle } from 'authwright/adapters/drizzle'
 * import { drizzle as connect } from 'drizzle-orm/node-postgres'
 * import { integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
 *
 * const users = pgTable('users', {
 *   id: text().primaryKey(),
 *   name: text(),
 *   email: text().unique(),
 *   emailVerified: timestamp({ withTimezone: true, precision: 3 }),
 *   image: text(),
 *   role: text({ enum: ['member', 'admin'] }).notNull().default('member'),
 * })
 * const owner = () => text().notNull().references(() => users.id, { onDelete: 'cascade' })
 * const accounts = pgTable(
 *   'accounts',
 *   { userId: owner(), type: text().notNull(), provider: text().notNull(), providerAccountId: text().notNull() },
 *   (table) => [primaryKey({ columns: [table.provider, table.providerAccountId] })],
 * )
 * const sessions = pgTable('sessions', {
 *   sessionToken: text().primaryKey(),
 *   userId: owner(),
 *   expires: timestamp({ withTimezone: true, precision: 3 }).notNull(),
 * })
 *
 * const db = connect(process.env.DATABASE_URL ?? '')
 *
 * export const adapter = drizzle(db, { users, accounts, sessions })
 * ```
 *
 * @see https://orm.drizzle.team/docs/sql-schema-declaration
 */
export function drizzle<Tables extends DrizzleTables, const Tokens extends TokenStorage = 'hashed'>(
  db: DrizzleDatabase,
  tables: CheckDrizzleTables<Tables>,
  options: DrizzleOptions<Tokens> = {},
): DrizzleAdapter<Tables, Tokens> {
  // biome-ignore lint/complexity/noArguments: rejects extra arguments from plain JavaScript.
  checkArguments('drizzle(db, tables, options)', arguments.length, options, ['sessionTokens'])
  requireFirst('drizzle(db, tables, options)', db)
  if (typeof tables !== 'object' || tables === null) {
    throw new AdapterError('The tables of drizzle() are missing: call drizzle(db, tables, options).')
  }
  // TypeScript has checked the columns. The record store checks them again, for plain JavaScript.
  const checked = tables as unknown as DrizzleTables
  const names = tablesOf('drizzle', checked) as (keyof Tables & TableName)[]
  const { $primary: primary = db } = db as { $primary?: DrizzleDatabase }
  const { $client: client } = primary as { $client?: unknown }
  surviveIdleErrors(client)
  const records = explainRecords(drizzleRecordStore(primary, checked), explainDatabase(hostOf(client)))
  // The cast is correct, because the type parameter `Tokens` also defaults to `'hashed'`.
  const sessionTokens = (options.sessionTokens ?? 'hashed') as Tokens
  return tablesAdapter<Tables['users']['$inferSelect'], keyof Tables & TableName, Tokens>(records, names, {
    sessionTokens,
    expired: 'kept',
  })
}
