import path from 'node:path'
import { createClient } from '@libsql/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Adapter } from '../../../src/adapters/contract.js'
import { pg } from '../../../src/adapters/pg.js'
import { sqlite } from '../../../src/adapters/sqlite.js'
import { type Database, postgres, postgresDatabase, queryPostgres } from '../../support/stores/postgres.js'
import { fixture, openPage } from './page.js'
import { type MovedUsers, movedUsers } from './sign-in.js'

const page = openPage('lucia.md')
afterAll(page.remove)

function signsInAsBefore(users: () => MovedUsers, adapter: () => Adapter): void {
  test.each([
    ['Argon2id', 'ada@example.com', 'analytical engine'],
    ['Scrypt', 'bob@example.com', 'short-pw'],
    ['LegacyScrypt', 'carol@example.com', 'of Lucia version 2'],
  ])('a password hashed by %s signs its user in', async (_, email, typed) => {
    expect((await users().byPassword(email, typed))?.email).toBe(email)
    expect(await users().byPassword(email, 'another password')).toBeUndefined()
    expect((await users().byPassword(email, typed))?.email).toBe(email)
  })

  test('an account at GitHub signs in the same user as before the migration', async () => {
    const grace = await adapter().getUserByEmail?.('grace@example.com')
    expect(grace).toMatchObject({ name: 'grace', id: expect.stringMatching(/^[a-z0-9]{16}$/) })
    expect((await users().byGitHub({ id: 583231, email: 'grace@new.example' }))?.id).toBe(grace?.id)
  })

  test('an e-mail address is verified if it was verified before the migration', async () => {
    expect((await adapter().getUserByEmail?.('ada@example.com'))?.emailVerified).toBeInstanceOf(Date)
    expect((await adapter().getUserByEmail?.('bob@example.com'))?.emailVerified).toBeNull()
  })
}

describe('SQLite', () => {
  let adapter: Adapter
  let users: MovedUsers
  const client = createClient({ url: `file:${page.folder}/app.db` })
  beforeAll(async () => {
    await client.executeMultiple(fixture('lucia-3.2.2-sqlite.sql'))
    await import(path.join(page.folder, 'make-tables.ts'))
    await client.executeMultiple(page.sql('sqlite.sql'))
    adapter = sqlite(`${page.folder}/app.db`)
    users = await movedUsers(adapter)
  })
  afterAll(() => client.close())

  signsInAsBefore(
    () => users,
    () => adapter,
  )
})

describe.skipIf(!postgres.available)(`PostgreSQL${postgres.note}`, () => {
  let database: Database
  let adapter: ReturnType<typeof pg>
  let users: MovedUsers
  beforeAll(async () => {
    database = await postgresDatabase(fixture('lucia-3.2.2-pg.sql'))
    adapter = pg(database.url)
    await adapter.getUserByEmail('')
    await queryPostgres(database.url, page.sql('pg.sql'))
    users = await movedUsers(adapter)
  })
  afterAll(async () => {
    await adapter?.close()
    await database?.drop()
  })

  signsInAsBefore(
    () => users,
    () => adapter,
  )
})
