import { createClient } from '@libsql/client'
import { drizzle as onLibsql } from 'drizzle-orm/libsql'
import { drizzle as onPostgres } from 'drizzle-orm/node-postgres'
import { createPool } from 'mysql2'
import { createPool as createPromisePool } from 'mysql2/promise'
import { Client, Pool } from 'pg'
import { expect, it } from 'vitest'
import * as postgres from '../../../schemas/drizzle-postgres.js'
import * as sqlite from '../../../schemas/drizzle-sqlite.js'
import { drizzle } from '../../../src/adapters/drizzle.js'
import { explainDatabase, hostOf } from '../../../src/adapters/relational/explain-database.js'
import { AdapterError } from '../../../src/errors.js'
import { schemaStatements } from '../../support/stores/schema.js'

it.each([[[]], [[null]]])(
  'drizzle() without tables throws an AdapterError in plain JavaScript: %j',
  (rest) => {
    const call = (): unknown =>
      (drizzle as (...values: unknown[]) => unknown)(onLibsql(createClient({ url: ':memory:' })), ...rest)
    expect(call).toThrow(AdapterError)
    expect(call).toThrow('call drizzle(db, tables, options)')
  },
)

it('drizzle() reports a missing table, and how to create it', async () => {
  const adapter = drizzle(onLibsql(createClient({ url: ':memory:' })), sqlite)
  await expect(adapter.getUser('x')).rejects.toThrow(
    /^The database lacks a table or a column\. Migrate it .*"npx authwright schema".*no such table: users/,
  )
})

it('drizzle() reports a missing column, and how to add it', async () => {
  const client = createClient({ url: ':memory:' })
  for (const statement of await schemaStatements('sqlite.sql')) await client.execute(statement)
  await client.execute('ALTER TABLE users DROP COLUMN image')
  const adapter = drizzle(onLibsql(client), sqlite)
  await expect(adapter.createUser({ email: null, emailVerified: null })).rejects.toThrow(
    /^The database lacks a table or a column\..*image/,
  )
})

it('drizzle() reports that the server is not reachable, even if the error of the driver has no message', async () => {
  const pool = new Pool({ host: 'localhost', port: 1 })
  const adapter = drizzle(onPostgres(pool), postgres)
  await expect(adapter.getUser('x')).rejects.toThrow('The database at localhost:1 is not reachable. Start it')
  await pool.end()
})

it.each([
  ['pg', new Pool({ connectionString: 'postgres://app:hunter2@db.internal:6432/app' }), 'db.internal:6432'],
  ['pg', new Pool({ host: 'db.internal', port: 5432 }), 'db.internal:5432'],
  [
    'pg without a pool',
    new Client({ connectionString: 'postgres://app:hunter2@db.internal:6432/app' }),
    'db.internal:6432',
  ],
  ['pg without a pool', new Client({ host: 'db.internal', port: 5432 }), 'db.internal:5432'],
  ['postgres', { options: { host: ['db.internal'], port: [5432] } }, 'db.internal:5432'],
  ['mysql2', createPool({ host: 'db.internal', port: 3306 }), 'db.internal:3306'],
  ['mysql2/promise', createPromisePool({ host: 'db.internal', port: 3306 }), 'db.internal:3306'],
  ['mysql2 without a pool', { config: { host: 'db.internal', port: 3306 } }, 'db.internal:3306'],
  ['SQLite', createClient({ url: ':memory:' }), undefined],
  ['none', undefined, undefined],
])('drizzle() names the host of a client of %s', (_, client, host) => {
  expect(hostOf(client)).toBe(host)
})

it.each([
  [{ code: '42P01' }, 'lacks a table or a column'],
  [{ code: '42703' }, 'lacks a table or a column'],
  [{ code: 'ER_NO_SUCH_TABLE' }, 'lacks a table or a column'],
  [{ code: 'ER_BAD_FIELD_ERROR' }, 'lacks a table or a column'],
  [{ code: 'P2021' }, 'lacks a table or a column'],
  [{ code: 'P1001' }, 'is not reachable'],
  [{ code: 'EAI_AGAIN' }, 'is not reachable'],
  [{ code: 'EHOSTUNREACH' }, 'is not reachable'],
  [{ code: 'CONNECT_TIMEOUT' }, 'is not reachable'],
  [{ code: 'CONNECTION_CLOSED' }, 'is not reachable'],
  [{ code: 'PROTOCOL_CONNECTION_LOST' }, 'is not reachable'],
  [{ code: '57P03' }, 'is not reachable'],
  [{ code: '40001' }, 'The database: driver'],
])('drizzle() recognizes the error codes of databases and libraries: %j', (fields, expected) => {
  expect(explainDatabase()(Object.assign(new Error('driver'), fields))).toContain(expected)
})

it('drizzle() reports an error that the database throws before it returns a promise', async () => {
  const client = createClient({ url: ':memory:' })
  for (const statement of await schemaStatements('sqlite.sql')) await client.execute(statement)
  const db = onLibsql(client)
  const adapter = drizzle(db, sqlite)
  db.delete = () => {
    throw new Error('There is no connection outside a request.')
  }
  const failed = adapter.deleteSessionsByUserId('x')
  await expect(failed).rejects.toThrow('The database: There is no connection outside a request.')
  await expect(failed).rejects.toBeInstanceOf(AdapterError)
})

it('drizzle() reports an error whose `cause` is the same error', async () => {
  const client = createClient({ url: ':memory:' })
  const looping = new Error('The connection is gone.')
  looping.cause = looping
  client.execute = () => Promise.reject(looping)
  await expect(drizzle(onLibsql(client), sqlite).getUser('x')).rejects.toThrow(
    'The database: The connection is gone.',
  )
})
