import {
  type AsyncBatchRemoteCallback,
  type AsyncRemoteCallback,
  drizzle as onSqliteProxy,
} from 'drizzle-orm/sqlite-proxy'
import { Kysely, SqliteDialect } from 'kysely'
import SqliteDatabase from 'libsql'
import { expect, it, onTestFinished } from 'vitest'
import * as sqliteSchema from '../../schemas/drizzle-sqlite.js'
import type { Adapter } from '../../src/adapters/contract.js'
import { drizzle } from '../../src/adapters/drizzle.js'
import { kysely } from '../../src/adapters/kysely.js'
import { prisma } from '../../src/adapters/prisma.js'
import { schemaStatements } from '../support/stores/schema.js'

/* Without foreign keys, an account can be linked to a user while the user is being deleted. */

type Client = Pick<SqliteDatabase.Database, 'prepare' | 'close'>

/** The part of a Prisma client that the test needs. */
function prismaClient(database: Client) {
  const where = (key: object): string =>
    Object.keys(key)
      .map((column) => `"${column}" = ?`)
      .join(' and ')
  const model = (table: string) => ({
    // The adapter reads the fields of each model from this object. Every model has all fields.
    fields: new Proxy({}, { has: () => true }),
    async create({ data }: { data: object }) {
      const columns = Object.keys(data).map((column) => `"${column}"`)
      const marks = columns.map(() => '?')
      database.prepare(`insert into "${table}" (${columns}) values (${marks})`).run(...Object.values(data))
      return data
    },
    findMany: async ({ where: key }: { where: object }) =>
      database.prepare(`select * from "${table}" where ${where(key)}`).all(...Object.values(key)),
    async deleteMany({ where: key }: { where: object }) {
      const { changes } = database
        .prepare(`delete from "${table}" where ${where(key)}`)
        .run(...Object.values(key))
      return { count: changes }
    },
  })
  const $transaction = (queries: readonly Promise<unknown>[]) => Promise.all(queries)
  return { user: model('users'), account: model('accounts'), $transaction }
}

const { users, accounts } = sqliteSchema

/** The two callbacks of `sqlite-proxy`: for one statement, and for batches. */
function proxyOf(database: Client) {
  const run: AsyncRemoteCallback = async (text, values, method) => {
    const statement = database.prepare(text)
    if (method !== 'run') return { rows: statement.raw().all(...values) }
    statement.run(...values)
    return { rows: [] }
  }
  const runAll: AsyncBatchRemoteCallback = (queries) =>
    Promise.all(queries.map(({ sql, params, method }) => run(sql, params, method)))
  return [run, runAll] as const
}

type Opening = readonly [name: string, open: (database: Client) => Adapter]

const withoutTransactions: readonly Opening[] = [
  [
    'drizzle() with sqlite-proxy',
    (database) => drizzle(onSqliteProxy(proxyOf(database)[0]), { users, accounts }),
  ],
  [
    'kysely() with `transactions: false`',
    (database) =>
      kysely(new Kysely<any>({ dialect: new SqliteDialect({ database: database as never }) }), {
        dialect: 'sqlite',
        tables: { users: 'users', accounts: 'accounts' } as never,
        transactions: false,
      }) as unknown as Adapter,
  ],
  [
    'prisma() with `transactions: false`',
    (database) => prisma(prismaClient(database) as never, { transactions: false }) as unknown as Adapter,
  ],
]

const withTransactions: readonly Opening[] = [
  [
    'drizzle() with sqlite-proxy and a function for batches',
    (database) => drizzle(onSqliteProxy(...proxyOf(database)), { users, accounts }),
  ],
  ['prisma()', (database) => prisma(prismaClient(database) as never) as unknown as Adapter],
]

/** The adapter on an empty database, and a function that is called before each statement. */
async function opened(open: (database: Client) => Adapter) {
  const database = new SqliteDatabase(':memory:')
  onTestFinished(() => void database.close())
  database.exec('PRAGMA foreign_keys = OFF')
  for (const statement of await schemaStatements('sqlite.sql')) database.exec(statement)
  const hooks = { before: (_statement: string): void => undefined }
  const client: Client = {
    prepare(text) {
      hooks.before(text)
      return database.prepare(text)
    },
    close: () => database.close(),
  }
  const link = (userId: string): void => {
    database
      .prepare('INSERT INTO accounts ("userId", type, provider, "providerAccountId") VALUES (?, ?, ?, ?)')
      .run(userId, 'oauth', 'github', '1')
  }
  const accountsLeft = () => database.prepare('SELECT * FROM accounts').all()
  const adapter = open(client)
  const user = await adapter.createUser?.({ name: 'Ada', email: null, emailVerified: null } as never)
  return { adapter, hooks, link, accountsLeft, userId: String(user?.id) }
}

it.for(withoutTransactions)(
  'deleteUser of %s deletes an account that is linked during the deletion',
  async ([, open]) => {
    const { adapter, hooks, link, accountsLeft, userId } = await opened(open)
    hooks.before = (statement) => {
      if (statement.startsWith('delete from "users"')) link(userId)
    }
    expect(await adapter.deleteUser?.(userId)).toMatchObject({ name: 'Ada' })
    expect(accountsLeft()).toEqual([])
  },
)

it.for([...withoutTransactions, ...withTransactions])(
  'a repeated deleteUser of %s deletes an account that is linked after the deletion',
  async ([, open]) => {
    const { adapter, link, accountsLeft, userId } = await opened(open)
    await adapter.deleteUser?.(userId)
    link(userId)
    expect(await adapter.deleteUser?.(userId)).toBeNull()
    expect(accountsLeft()).toEqual([])
  },
)
