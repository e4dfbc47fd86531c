import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Generated, Kysely, MysqlDialect, PostgresDialect, SqliteDialect } from 'kysely'
import SqliteDatabase from 'libsql'
import { createPool } from 'mysql2'
import { Pool } from 'pg'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { adapterConformance } from '../../../src/adapters/conformance.js'
import type { Adapter } from '../../../src/adapters/contract.js'
import { kysely } from '../../../src/adapters/kysely.js'
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
}

const tables = {
  users: 'users',
  accounts: 'accounts',
  sessions: 'sessions',
  verificationTokens: 'verification_tokens',
  authenticators: 'authenticators',
} as const
const user = { role: 'admin', logins: 3 }

function suite(open: () => Promise<{ adapter: Adapter; close(): Promise<unknown> }>): void {
  let opened: Awaited<ReturnType<typeof open>>
  beforeAll(async () => {
    opened = await open()
  })
  afterAll(() => opened.close())
  for (const { name, run } of adapterConformance({
    adapter: () => opened.adapter,
    user,
    with: ['sessionManagement'],
  }))
    it(name, run)
  signInSuite(() => opened.adapter)
}

describe.skipIf(!postgres.available)(`kysely on PostgreSQL${postgres.note}`, () => {
  suite(async () => {
    const database = await postgresDatabase(
      ...(await schemaStatements('postgres.sql')),
      "ALTER TABLE users ADD COLUMN role text NOT NULL DEFAULT 'member', ADD COLUMN logins integer",
    )
    const db = new Kysely<Tables<Date, boolean>>({
      dialect: new PostgresDialect({ pool: new Pool({ connectionString: database.url }) }),
    })
    return {
      adapter: kysely(db, { dialect: 'postgres', tables }),
      close: () => db.destroy().then(database.drop),
    }
  })
})

describe.skipIf(!mariadb.available)(`kysely on MySQL or MariaDB${mariadb.note}`, () => {
  suite(async () => {
    const database = await mariadbDatabase(
      ...(await schemaStatements('mysql.sql')),
      "ALTER TABLE users ADD COLUMN role ENUM('member', 'admin') NOT NULL DEFAULT 'member', ADD COLUMN logins int",
    )
    const db = new Kysely<Tables<Date, boolean>>({
      dialect: new MysqlDialect({ pool: createPool({ uri: database.url, timezone: 'Z' }) }),
    })
    return {
      adapter: kysely(db, { dialect: 'mysql', tables }),
      close: () => db.destroy().then(database.drop),
    }
  })
})

describe('kysely on SQLite', () => {
  suite(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'authwright-'))
    const database = new SqliteDatabase(join(folder, 'app.db'))
    database.exec('PRAGMA foreign_keys = ON')
    for (const statement of await schemaStatements('sqlite.sql')) database.exec(statement)
    database.exec("ALTER TABLE users ADD COLUMN role text NOT NULL DEFAULT 'member'")
    database.exec('ALTER TABLE users ADD COLUMN logins integer')
    // The class has the methods of better-sqlite3, which Kysely asks for.
    const db = new Kysely<Tables<number, number>>({
      dialect: new SqliteDialect({ database: database as never }),
    })
    return {
      adapter: kysely(db, { dialect: 'sqlite', tables }),
      close: async () => {
        await db.destroy()
        await rm(folder, { recursive: true })
      },
    }
  })
})
