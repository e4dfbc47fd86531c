import { AdapterError } from '../errors.js'
import { checkArguments, requireFirst } from './check-arguments.js'
import { modelNames } from './prisma/model-names.js'
import type {
  CheckPrismaClient,
  GivenModels,
  PrismaInsert,
  PrismaModels,
  PrismaRow,
} from './prisma/models.js'
import { prismaRecordStore } from './prisma/record-store.js'
import { explainDatabase } from './relational/explain-database.js'
import { explainRecords } from './relational/explain-records.js'
import type { NeededColumns } from './relational/needed-columns.js'
import type { TableName } from './relational/record-store.js'
import { tablesAdapter } from './relational/relational-adapter.js'
import type { SessionTokenOptions, TokenStorage } from './relational/session-token.js'
import type { TablesAdapter, TransactionalTablesAdapter } from './relational/table-methods.js'

export type { CompleteAdapter } from './complete-adapter.js'
export type * from './prisma/models.js'
export type { NeededColumns } from './relational/needed-columns.js'
export type { TableName } from './relational/record-store.js'
export type { SessionTokenOptions, TokenStorage } from './relational/session-token.js'
export type { TableMethods, TablesAdapter, TransactionalTablesAdapter } from './relational/table-methods.js'
export type { SessionManagement } from './session-management.js'
export type { Transactional } from './transactional.js'

/** Options of {@link prisma}. */
export interface PrismaOptions<
  Tokens extends TokenStorage = TokenStorage,
  Transactions extends boolean = boolean,
> extends SessionTokenOptions<Tokens> {
  /**
   * Whether the database supports interactive transactions. Default: `true`. Set it to `false` for Cloudflare D1. The
   * adapter then has no `inTransaction`, and deletes a user with one statement for each table.
   */
  transactions?: Transactions
}

/**
 * Result of {@link prisma}: the methods for the models of the client, and `inTransaction` unless `transactions` is
 * `false`.
 */
export type PrismaAdapter<
  Client extends PrismaModels,
  Tokens extends TokenStorage = 'hashed',
  Transactions extends boolean = true,
> = (false extends Transactions
  ? TablesAdapter<PrismaRow<Client['user']>, GivenModels<Client>, Tokens>
  : TransactionalTablesAdapter<PrismaRow<Client['user']>, GivenModels<Client>, Tokens>) &
  NeededColumns<PrismaInsert<Client['user']>, PrismaRow<Client['user']>>

/**
 * Stores users in the models of your Prisma client, in any relational database that Prisma supports.
 *
 * `npx authwright schema prisma` prints these models, so that you can add them to your schema.
 *
 * User fields that the model lacks are not stored. Expired rows are not deleted automatically: call
 * `cleanup()`.
 *
 * @param client - The generated Prisma client. The application disconnects it.
 * @param options - `sessionTokens`: `'hashed'` (default) or `'plain'`; `transactions`: `false` for Cloudflare D1.
 * @throws {AdapterError} If `client` is missing, or lacks a required model or field. The methods reject with an `AdapterError` if the
 *   database does not respond or rejects a row.
 *
 * @example
 * ```ts
 * import { PrismaClient } from '@/generated/prisma/client'
 * import { prisma } from 'authwright/adapters/prisma'
 *
 * const client = new PrismaClient()
 *
 * export const adapter = prisma(client)
 * ```
 *
 * @see https://www.prisma.io/docs/orm/prisma-schema/data-model/models
 */
export function prisma<
  Client extends PrismaModels,
  const Tokens extends TokenStorage = 'hashed',
  const Transactions extends boolean = true,
>(
  client: CheckPrismaClient<Client>,
  options: PrismaOptions<Tokens, Transactions> = {},
): PrismaAdapter<Client, Tokens, Transactions> {
  // biome-ignore lint/complexity/noArguments: rejects extra arguments from plain JavaScript.
  checkArguments('prisma(client, options)', arguments.length, options, ['sessionTokens', 'transactions'])
  requireFirst('prisma(client, options)', client)
  // TypeScript has checked the models and their fields. They are checked again for plain JavaScript.
  const models = client as unknown as PrismaModels
  for (const [name, model] of Object.entries({ User: models.user, Account: models.account })) {
    if (model !== undefined) continue
    throw new AdapterError(
      `The client of prisma() has no model "${name}". Add the models that "npx authwright schema prisma" prints to your schema.`,
    )
  }
  const tables = (Object.keys(modelNames) as TableName[]).filter(
    (table) => models[modelNames[table]] !== undefined,
  )
  const records = explainRecords(
    prismaRecordStore(models, tables, options.transactions ?? true),
    explainPrisma,
  )
  // The cast is correct, because the type parameter `Tokens` also defaults to `'hashed'`.
  const sessionTokens = (options.sessionTokens ?? 'hashed') as Tokens
  const adapter = tablesAdapter(records, tables as GivenModels<Client>[], { sessionTokens, expired: 'kept' })
  // The cast is correct: with `transactions: false`, `tablesAdapter` adds no `inTransaction`.
  return adapter as PrismaAdapter<Client, Tokens, Transactions>
}

function explainPrisma(error: Error): string {
  const explanation = explainDatabase()(error)
  return /does not support interactive transactions/i.test(error.message)
    ? `${explanation} Set the option \`transactions: false\` of prisma() for Cloudflare D1.`
    : explanation
}
