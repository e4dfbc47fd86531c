import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@libsql/client'
import { drizzle as onLibsql } from 'drizzle-orm/libsql'
import { datetime, int, mysqlEnum, mysqlTable, varchar } from 'drizzle-orm/mysql-core'
import { drizzle as onMysql } from 'drizzle-orm/mysql2'
import { drizzle as onPostgres } from 'drizzle-orm/node-postgres'
import { integer, pgEnum, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { integer as sqliteInteger, sqliteTable, text as sqliteText } from 'drizzle-orm/sqlite-core'
import { createPool } from 'mysql2/promise'
import { Pool } from 'pg'
import { afterAll, beforeAll, describe } from 'vitest'
import * as mysqlSchema from '../../../schemas/drizzle-mysql.js'
import * as pgSchema from '../../../schemas/drizzle-postgres.js'
import * as sqliteSchema from '../../../schemas/drizzle-sqlite.js'
import type { ConformanceCapability, FaultyAdapter } from '../../../src/adapters/conformance.js'
import type { Adapter } from '../../../src/adapters/contract.js'
import { drizzle } from '../../../src/adapters/drizzle.js'
import { capabilities } from '../../support/conformance-parts.js'
import { conformanceSuite } from '../../support/conformance-suite.js'
import { expirySuite } from '../../support/expiry-suite.js'
import { faulty } from '../../support/faulty.js'
import { signInSuite } from '../../support/sign-in-suite.js'
import { mariadb, mariadbDatabase } from '../../support/stores/mariadb.js'
import { postgres, postgresDatabase } from '../../support/stores/postgres.js'
import { schemaStatements } from '../../support/stores/schema.js'

const user = { role: 'admin', logins: 3 }

/**
 * The adapter, the same adapter over a database that fails, and a function that closes both and removes the database.
 */
interface Opened {
  adapter: Adapter
  faulty(call: number): FaultyAdapter
  close(): Promise<unknown>
}

type Open = () => Promise<Opened>

function suite(open: Open, more: readonly ConformanceCapability[] = []): void {
  let opened: Opened
  beforeAll(async () => {
    opened = await open()
  })
  afterAll(() => opened.close())
  conformanceSuite({
    adapter: () => opened.adapter,
    user,
    with: [...capabilities, ...more],
    faulty: (call) => opened.faulty(call),
  })
  signInSuite(() => opened.adapter)
  expirySuite(() => opened.adapter)
}

describe.skipIf(!postgres.available)(`drizzle on PostgreSQL${postgres.note}`, () => {
  const users = pgTable('users', {
    id: text().primaryKey(),
    name: text(),
    email: text().unique(),
    emailVerified: timestamp({ withTimezone: true, precision: 3 }),
    image: text(),
    role: pgEnum('role', ['member', 'admin'])().notNull().default('member'),
    logins: integer(),
  })
  suite(async () => {
    const database = await postgresDatabase(
      ...(await schemaStatements('postgres.sql')),
      "CREATE TYPE role AS ENUM ('member', 'admin')",
      "ALTER TABLE users ADD COLUMN role role NOT NULL DEFAULT 'member', ADD COLUMN logins integer",
    )
    const pool = new Pool({ connectionString: database.url })
    const over = (client: Pool): Adapter => drizzle(onPostgres(client), { ...pgSchema, users })
    return {
      adapter: over(pool),
      faulty(call) {
        const { client, failed } = faulty(pool, call, {
          uses: ['query'],
          opens: ['connect'],
          // Drizzle does not release a connection whose transaction failed to begin, so closing the pool would hang.
          except: (query) => (query as { text?: unknown }).text === 'begin',
        })
        return { adapter: over(client), failed }
      },
      close: () => pool.end().then(database.drop),
    }
  }, ['transactions'])
})

describe.skipIf(!mariadb.available)(`drizzle on MySQL or MariaDB${mariadb.note}`, () => {
  const users = mysqlTable('users', {
    id: varchar({ length: 255 }).primaryKey(),
    name: varchar({ length: 255 }),
    email: varchar({ length: 255 }).unique(),
    emailVerified: datetime({ fsp: 3 }),
    image: varchar({ length: 255 }),
    role: mysqlEnum(['member', 'admin']).notNull().default('member'),
    logins: int(),
  })
  suite(async () => {
    const database = await mariadbDatabase(
      ...(await schemaStatements('mysql.sql')),
      "ALTER TABLE users ADD COLUMN role ENUM('member', 'admin') NOT NULL DEFAULT 'member', ADD COLUMN logins int",
    )
    const pool = createPool({ uri: database.url, timezone: 'Z' })
    const over = (client: typeof pool): Adapter => drizzle(onMysql(client), { ...mysqlSchema, users })
    return {
      adapter: over(pool),
      faulty(call) {
        const { client, failed } = faulty(pool, call, {
          uses: ['query', 'execute'],
          opens: ['getConnection'],
        })
        return { adapter: over(client), failed }
      },
      close: () => pool.end().then(database.drop),
    }
  }, ['transactions'])
})

describe('drizzle on SQLite', () => {
  const users = sqliteTable('users', {
    id: sqliteText().primaryKey(),
    name: sqliteText(),
    email: sqliteText().unique(),
    emailVerified: sqliteInteger({ mode: 'timestamp_ms' }),
    image: sqliteText(),
    role: sqliteText({ enum: ['member', 'admin'] })
      .notNull()
      .default('member'),
    logins: sqliteInteger(),
  })
  suite(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'authwright-'))
    const client = createClient({ url: `file:${join(folder, 'app.db')}` })
    const statements = [
      // Skips disk synchronization for speed. No test here depends on it.
      'PRAGMA synchronous = OFF',
      ...(await schemaStatements('sqlite.sql')),
      "ALTER TABLE users ADD COLUMN role text NOT NULL DEFAULT 'member'",
      'ALTER TABLE users ADD COLUMN logins integer',
    ]
    for (const statement of statements) await client.execute(statement)
    const over = (on: typeof client): Adapter => drizzle(onLibsql(on), { ...sqliteSchema, users })
    return {
      adapter: over(client),
      faulty(call) {
        const flaky = faulty(client, call, { uses: ['execute', 'batch'], opens: ['transaction'] })
        return { adapter: over(flaky.client), failed: flaky.failed }
      },
      close: async () => {
        client.close()
        await rm(folder, { recursive: true })
      },
    }
  })
})
