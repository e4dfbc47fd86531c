import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type InArgs } from '@libsql/client'
import { drizzle as onMysqlProxy } from 'drizzle-orm/mysql-proxy'
import { drizzle as onPgProxy } from 'drizzle-orm/pg-proxy'
import { type AsyncRemoteCallback, drizzle as onSqliteProxy } from 'drizzle-orm/sqlite-proxy'
import { drizzle as onXata } from 'drizzle-orm/xata-http'
import { createPool } from 'mysql2/promise'
import { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import * as mysqlSchema from '../../../schemas/drizzle-mysql.js'
import * as pgSchema from '../../../schemas/drizzle-postgres.js'
import * as sqliteSchema from '../../../schemas/drizzle-sqlite.js'
import type { Adapter } from '../../../src/adapters/contract.js'
import { drizzle } from '../../../src/adapters/drizzle.js'
import { capabilities } from '../../support/conformance-parts.js'
import { conformanceSuite } from '../../support/conformance-suite.js'
import { signInSuite } from '../../support/sign-in-suite.js'
import { mariadb, mariadbDatabase } from '../../support/stores/mariadb.js'
import { postgres, postgresDatabase } from '../../support/stores/postgres.js'
import { schemaStatements } from '../../support/stores/schema.js'

/** The adapter, and a function that closes it and removes its database. */
type Open = () => Promise<{ adapter: Adapter; close(): Promise<unknown> }>

function suite(open: Open, { signIns = false } = {}): void {
  let opened: Awaited<ReturnType<Open>>
  beforeAll(async () => {
    opened = await open()
  })
  afterAll(() => opened.close())
  it('drizzle() has no inTransaction if the driver has no transactions', () => {
    expect(opened.adapter).not.toHaveProperty('inTransaction')
  })
  conformanceSuite({ adapter: () => opened.adapter, with: capabilities, many: 50 })
  if (signIns) signInSuite(() => opened.adapter)
}

describe.skipIf(!postgres.available)(`drizzle on PostgreSQL behind HTTP${postgres.note}`, () => {
  const databaseOf = async () => {
    const database = await postgresDatabase(...(await schemaStatements('postgres.sql')))
    const pool = new Pool({ connectionString: database.url })
    const rowsOf = async (text: string, values: unknown[]): Promise<unknown[][]> =>
      (await pool.query({ text, values, rowMode: 'array' })).rows
    return { rowsOf, close: () => pool.end().then(database.drop) }
  }

  describe('pg-proxy', () => {
    const open = async () => {
      const { rowsOf, close } = await databaseOf()
      const db = onPgProxy(async (text, values) => ({ rows: await rowsOf(text, values) }))
      return { adapter: drizzle(db, pgSchema), close }
    }
    suite(open, { signIns: true })
  })

  describe('xata-http', () => {
    suite(async () => {
      const { rowsOf, close } = await databaseOf()
      const sql = async ({ statement, params }: { statement: string; params: unknown[] }) => ({
        rows: await rowsOf(statement, params),
      })
      return { adapter: drizzle(onXata({ sql } as never), pgSchema), close }
    })
  })
})

describe.skipIf(!mariadb.available)(`drizzle on MySQL or MariaDB with mysql-proxy${mariadb.note}`, () => {
  suite(async () => {
    const database = await mariadbDatabase(...(await schemaStatements('mysql.sql')))
    const pool = createPool({ uri: database.url, dateStrings: true })
    const db = onMysqlProxy(async (text, values, method) => {
      const [rows] = await pool.query({ sql: text, rowsAsArray: true }, values)
      return { rows: method === 'all' ? (rows as unknown[]) : [rows] }
    })
    return { adapter: drizzle(db, mysqlSchema), close: () => pool.end().then(database.drop) }
  })
})

describe('drizzle on SQLite with sqlite-proxy', () => {
  const databaseOf = async (edited = (statement: string) => statement) => {
    const folder = await mkdtemp(join(tmpdir(), 'authwright-'))
    const client = createClient({ url: `file:${join(folder, 'app.db')}` })
    const statements = ['PRAGMA synchronous = OFF', ...(await schemaStatements('sqlite.sql'))]
    for (const statement of statements) await client.execute(edited(statement))
    const run: AsyncRemoteCallback = async (text, values, method) => {
      const { rows } = await client.execute({ sql: text, args: values as InArgs })
      const arrays = rows.map((row) => Array.from(row))
      return { rows: method === 'get' ? (arrays[0] ?? []) : arrays }
    }
    const close = async (): Promise<void> => {
      client.close()
      await rm(folder, { recursive: true })
    }
    return { client, run, close }
  }

  describe('with a function for batches', () => {
    suite(async () => {
      const { client, run, close } = await databaseOf()
      const db = onSqliteProxy(run, async (queries) => {
        const statements = queries.map(({ sql, params }) => ({ sql, args: params as InArgs }))
        return (await client.batch(statements, 'write')).map(({ rows }) => ({
          rows: rows.map((row) => Array.from(row)),
        }))
      })
      return { adapter: drizzle(db, sqliteSchema), close }
    })
  })

  describe('without a function for batches', () => {
    const open = async () => {
      const { run, close } = await databaseOf()
      return { adapter: drizzle(onSqliteProxy(run), sqliteSchema), close }
    }
    suite(open, { signIns: true })
  })

  it('drizzle(): deleteUser works without ON DELETE CASCADE, and can be repeated after a failure', async () => {
    const { client, run, close } = await databaseOf((statement) =>
      statement.replace(/ON DELETE CASCADE/gi, ''),
    )
    onTestFinished(close)
    await client.execute('PRAGMA foreign_keys = ON')
    let isDown = true
    const adapter = drizzle(
      onSqliteProxy(async (text, values, method) => {
        if (isDown && text.startsWith('delete from "users"')) throw new Error('The connection was lost.')
        return run(text, values, method)
      }),
      sqliteSchema,
    )
    const { id: userId } = await adapter.createUser({ name: 'Ada', email: null, emailVerified: null })
    await adapter.linkAccount({ provider: 'github', providerAccountId: '1', type: 'oauth', userId })
    await adapter.createSession({ sessionToken: 'a', userId, expires: new Date(4e12) })
    await expect(adapter.deleteUser(userId)).rejects.toThrow('The connection was lost.')
    isDown = false
    expect(await adapter.deleteUser(userId)).toMatchObject({ name: 'Ada' })
    expect(await adapter.getUser(userId)).toBeNull()
    expect(await adapter.listAccountsByUserId(userId)).toEqual([])
    expect(await adapter.listSessionsByUserId(userId)).toEqual([])
  })
})
