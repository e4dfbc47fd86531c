import { Kysely, PostgresDialect } from 'kysely'
import { Pool } from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { kysely } from '../../../src/adapters/kysely.js'
import { postgres, postgresDatabase } from '../../support/stores/postgres.js'

/** Columns of the users table in each schema. */
const columns = {
  public: 'id text PRIMARY KEY, name text, email text, "emailVerified" timestamptz, image text',
  shop: 'id text PRIMARY KEY, name text',
}
const ada = { name: 'Ada', email: 'ada@example.com', emailVerified: new Date('2026-01-15T12:00:00Z') }

/** A database with a users table in two schemas, and an adapter for one of them. */
async function adapterFor(users: string, { searchPath = '', schema = '' } = {}) {
  const database = await postgresDatabase(
    'CREATE SCHEMA shop',
    ...Object.entries(columns).map(([name, list]) => `CREATE TABLE ${name}.users (${list})`),
  )
  const options = searchPath && `-c search_path=${searchPath}`
  const pool = new Pool({ connectionString: database.url, options })
  onTestFinished(() => pool.end().then(database.drop))
  const db = new Kysely<any>({ dialect: new PostgresDialect({ pool }) })
  const tables = { users, accounts: 'accounts' } as never
  return kysely(schema ? db.withSchema(schema) : db, { dialect: 'postgres', tables }) as any
}

describe.skipIf(!postgres.available)(`kysely() with two tables of the same name${postgres.note}`, () => {
  it.each([
    ['the default search path', 'users', {}],
    ['a search path with both schemas', 'users', { searchPath: 'public,shop' }],
    ['withSchema()', 'users', { searchPath: 'shop,public', schema: 'public' }],
    ['a schema in the name', 'public.users', { searchPath: 'shop,public' }],
  ])(
    'kysely() stores all columns if another schema has a table of the same name, with %s',
    async (_, users, options) => {
      const adapter = await adapterFor(users, options)
      expect(await adapter.createUser(ada)).toMatchObject(ada)
    },
  )

  it.each([
    ['a search path', 'users', { searchPath: 'shop,public' }],
    ['withSchema()', 'users', { schema: 'shop' }],
    ['a schema in the name', 'shop.users', {}],
  ])(
    'kysely() leaves out columns that exist only in a table of another schema, with %s',
    async (_, users, options) => {
      const adapter = await adapterFor(users, options)
      const { id } = await adapter.createUser(ada)
      expect(await adapter.getUser(id)).toMatchObject({ id, name: 'Ada' })
    },
  )
})
