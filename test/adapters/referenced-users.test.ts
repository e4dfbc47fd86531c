import { createClient } from '@libsql/client'
import { drizzle as onLibsql } from 'drizzle-orm/libsql'
import { Kysely, MysqlDialect } from 'kysely'
import { createPool } from 'mysql2'
import { expect, it, onTestFinished } from 'vitest'
import * as sqliteSchema from '../../schemas/drizzle-sqlite.js'
import type { CompleteAdapter } from '../../src/adapters/complete-adapter.js'
import { drizzle } from '../../src/adapters/drizzle.js'
import { kysely } from '../../src/adapters/kysely.js'
import { pg } from '../../src/adapters/pg.js'
import { sqlite } from '../../src/adapters/sqlite.js'
import { AdapterError } from '../../src/errors.js'
import { mariadb, mariadbDatabase } from '../support/stores/mariadb.js'
import { postgres } from '../support/stores/postgres.js'
import { schemaStatements } from '../support/stores/schema.js'
import { emptyDatabase, poolOn } from './pg/support.js'

/** A table of the application whose rows refer to users. */
const invoices = (users: string, type = 'text'): string =>
  `CREATE TABLE invoices (owner ${type} NOT NULL, FOREIGN KEY (owner) REFERENCES ${users} (id))`

/** An adapter whose database has the table of invoices, and a function that runs SQL there. */
interface Opened {
  readonly adapter: Pick<CompleteAdapter, 'createUser' | 'getUser' | 'deleteUser'>
  run(sql: string): Promise<unknown>
}

const databases: readonly (readonly [name: string, available: boolean, open: () => Promise<Opened>])[] = [
  [
    'sqlite()',
    true,
    async () => {
      const client = createClient({ url: ':memory:' })
      await client.execute(invoices('auth_users'))
      return { adapter: sqlite({ client }), run: (sql) => client.execute(sql) }
    },
  ],
  [
    `pg()${postgres.note}`,
    postgres.available,
    async () => {
      const pool = poolOn(await emptyDatabase())
      const adapter = pg(pool)
      await adapter.getUser('x')
      await pool.query(invoices('auth_users'))
      return { adapter, run: (sql) => pool.query(sql) }
    },
  ],
  [
    'drizzle() on SQLite',
    true,
    async () => {
      const client = createClient({ url: ':memory:' })
      for (const statement of await schemaStatements('sqlite.sql')) await client.execute(statement)
      await client.execute(invoices('users'))
      return { adapter: drizzle(onLibsql(client), sqliteSchema), run: (sql) => client.execute(sql) }
    },
  ],
  [
    `kysely() on MySQL or MariaDB${mariadb.note}`,
    mariadb.available,
    async () => {
      const type = 'varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin'
      const database = await mariadbDatabase(
        ...(await schemaStatements('mysql.sql')),
        invoices('users', type),
      )
      const pool = createPool({ uri: database.url, timezone: 'Z' })
      onTestFinished(async () => {
        await new Promise<void>((done) => pool.end(() => done()))
        await database.drop()
      })
      const db = new Kysely<any>({ dialect: new MysqlDialect({ pool }) })
      const tables = { users: 'users', accounts: 'accounts' } as never
      return {
        adapter: kysely(db, { dialect: 'mysql', tables }) as unknown as CompleteAdapter,
        run: (sql) => pool.promise().query(sql),
      }
    },
  ],
]

it.for(databases)(
  '%s keeps a user who is referenced by another table, and the error gives the reason',
  async ([, available, open], { skip }) => {
    skip(!available)
    const { adapter, run } = await open()
    const { id } = await adapter.createUser({ name: 'Ada', email: null, emailVerified: null })
    await run(`INSERT INTO invoices (owner) VALUES ('${id}')`)
    const removal = adapter.deleteUser(id)
    await expect(removal).rejects.toBeInstanceOf(AdapterError)
    await expect(removal).rejects.toThrow(
      /^Rows of other tables still refer to this user or to rows of this user\. Delete them first, or declare their foreign keys with ON DELETE CASCADE\.$/,
    )
    expect(await adapter.getUser(id)).toMatchObject({ name: 'Ada' })
    await run('DELETE FROM invoices')
    await adapter.deleteUser(id)
    expect(await adapter.getUser(id)).toBeNull()
  },
)
