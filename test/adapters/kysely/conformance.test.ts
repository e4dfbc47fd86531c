import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Generated, Kysely, MysqlDialect, PostgresDialect, SqliteDialect, SqliteDriver } from 'kysely'
import SqliteDatabase from 'libsql'
import { createPool } from 'mysql2'
import { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FaultyAdapter } from '../../../src/adapters/conformance.js'
import type { Adapter } from '../../../src/adapters/contract.js'
import { kysely } from '../../../src/adapters/kysely.js'
import { capabilities } from '../../support/conformance-parts.js'
import { conformanceSuite } from '../../support/conformance-suite.js'
import { expirySuite } from '../../support/expiry-suite.js'
import { faulty } from '../../support/faulty.js'
import { signInSuite } from '../../support/sign-in-suite.js'
import { mariadb, mariadbDatabase } from '../../support/stores/mariadb.js'
import { postgres, postgresDatabase } from '../../support/stores/postgres.js'
import { schemaStatements } from '../../support/stores/schema.js'

interface Tables<Moment, Truth> {
  users: {
    id: string
    name: string | null
    email: string | null
    emailVerified: Moment | null
    image: string | null
    role: Generated<'member' | 'admin'>
    logins: number | null
  }
  accounts: { userId: string; type: string; provider: string; providerAccountId: string }
  sessions: { sessionToken: string; userId: string; expires: Moment }
  verification_tokens: { identifier: string; token: string; expires: Moment }
  authenticators: {
    credentialID: string
    userId: string
    providerAccountId: string
    credentialPublicKey: string
    counter: number
    credentialDeviceType: string
    credentialBackedUp: Truth
    transports: string | null
  }
  passwords: { userId: string; tenant: string; hash: string; epoch: string; changedAt: Moment }
}

const tables = {
  users: 'users',
  accounts: 'accounts',
  sessions: 'sessions',
  verificationTokens: 'verification_tokens',
  authenticators: 'authenticators',
  passwords: 'passwords',
} as const
const user = { role: 'admin', logins: 3 }

/**
 * The adapter, the same adapter over a database that fails, and a function that closes both and removes the database.
 */
interface Opened {
  adapter: Adapter
  faulty(call: number): FaultyAdapter
  close(): Promise<unknown>
}

function suite(open: () => Promise<Opened>, { transactions = true } = {}): void {
  let opened: Opened
  beforeAll(async () => {
    opened = await open()
  })
  afterAll(() => opened.close())
  conformanceSuite({
    adapter: () => opened.adapter,
    user,
    with: transactions ? [...capabilities, 'transactions'] : capabilities,
    // Without transactions, an interrupted deletion of a user leaves rows until the deletion is repeated.
    ...(transactions && { faulty: (call) => opened.faulty(call) }),
  })
  signInSuite(() => opened.adapter)
  expirySuite(() => opened.adapter)
}

describe.skipIf(!postgres.available)(`kysely on PostgreSQL${postgres.note}`, () => {
  suite(async () => {
    const database = await postgresDatabase(
      ...(await schemaStatements('postgres.sql')),
      "ALTER TABLE users ADD COLUMN role text NOT NULL DEFAULT 'member', ADD COLUMN logins integer",
    )
    const pool = new Pool({ connectionString: database.url })
    const over = (client: Pool): Adapter => {
      const db = new Kysely<Tables<Date, boolean>>({ dialect: new PostgresDialect({ pool: client }) })
      return kysely(db, { dialect: 'postgres', tables })
    }
    return {
      adapter: over(pool),
      faulty(call) {
        const { client, failed } = faulty(pool, call, { uses: ['query'], opens: ['connect'] })
        return { adapter: over(client), failed }
      },
      close: () => pool.end().then(database.drop),
    }
  })
})

describe.skipIf(!mariadb.available)(`kysely on MySQL or MariaDB${mariadb.note}`, () => {
  suite(async () => {
    const database = await mariadbDatabase(
      ...(await schemaStatements('mysql.sql')),
      "ALTER TABLE users ADD COLUMN role ENUM('member', 'admin') NOT NULL DEFAULT 'member', ADD COLUMN logins int",
    )
    const pool = createPool({ uri: database.url, timezone: 'Z' })
    const over = (client: typeof pool): Adapter => {
      const db = new Kysely<Tables<Date, boolean>>({ dialect: new MysqlDialect({ pool: client }) })
      return kysely(db, { dialect: 'mysql', tables })
    }
    return {
      adapter: over(pool),
      faulty(call) {
        const { client, failed } = faulty(pool, call, { uses: ['query'], opens: ['getConnection'] })
        return { adapter: over(client), failed }
      },
      close: () => promisify(pool.end.bind(pool))().then(database.drop),
    }
  })
})

/** A dialect whose driver rejects transactions, as the dialects for Cloudflare D1 do. */
class WithoutTransactions extends SqliteDialect {
  constructor(private readonly database: unknown) {
    super({ database: database as never })
  }
  override createDriver(): SqliteDriver {
    const driver = new SqliteDriver({ database: this.database as never })
    driver.beginTransaction = async () => {
      throw new Error('Transactions are not supported.')
    }
    return driver
  }
}

/** Opens an adapter on a new SQLite database, with the given dialect. */
async function openSqlite(connect: (database: SqliteDatabase.Database) => Adapter): Promise<Opened> {
  const folder = await mkdtemp(join(tmpdir(), 'authwright-'))
  const database = new SqliteDatabase(join(folder, 'app.db'))
  database.exec('PRAGMA foreign_keys = ON')
  // Skips disk synchronization for speed. No test here depends on it.
  database.exec('PRAGMA synchronous = OFF')
  for (const statement of await schemaStatements('sqlite.sql')) database.exec(statement)
  database.exec("ALTER TABLE users ADD COLUMN role text NOT NULL DEFAULT 'member'")
  database.exec('ALTER TABLE users ADD COLUMN logins integer')
  return {
    adapter: connect(database),
    faulty(call) {
      const { client, failed } = faulty(database, call, { uses: ['prepare'], synchronous: true })
      return { adapter: connect(client), failed }
    },
    close: async () => {
      database.close()
      await rm(folder, { recursive: true })
    },
  }
}

describe('kysely on SQLite', () => {
  suite(() =>
    openSqlite((database) => {
      // The class has the methods of better-sqlite3, which Kysely requires.
      const db = new Kysely<Tables<number, number>>({
        dialect: new SqliteDialect({ database: database as never }),
      })
      return kysely(db, { dialect: 'sqlite', tables })
    }),
  )
})

describe('kysely on a dialect without transactions', () => {
  const connect = (database: SqliteDatabase.Database): Adapter => {
    const db = new Kysely<Tables<number, number>>({ dialect: new WithoutTransactions(database) })
    return kysely(db, { dialect: 'sqlite', tables, transactions: false })
  }
  suite(() => openSqlite(connect), { transactions: false })

  it('kysely() names the option `transactions` when the dialect rejects a transaction', async () => {
    const { adapter, close } = await openSqlite((database) =>
      kysely(new Kysely<Tables<number, number>>({ dialect: new WithoutTransactions(database) }), {
        dialect: 'sqlite',
        tables,
      }),
    )
    await expect(adapter.deleteUser?.('1')).rejects.toThrow(
      'The database: Transactions are not supported. Set the option `transactions: false` of kysely() for a dialect without transactions.',
    )
    await close()
  })
})
