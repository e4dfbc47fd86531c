import path from 'node:path'
import { createClient } from '@libsql/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Adapter } from '../../../src/adapters/contract.js'
import { pg } from '../../../src/adapters/pg.js'
import { sqlite } from '../../../src/adapters/sqlite.js'
import { type Database, postgres, postgresDatabase, queryPostgres } from '../../support/stores/postgres.js'
import { fixture, openPage } from './page.js'
import { type MovedUsers, movedUsers } from './sign-in.js'

const page = openPage('better-auth.md')
afterAll(page.remove)

function signsInAsBefore(users: () => MovedUsers, adapter: () => Adapter): void {
  test('ids, verified e-mail addresses, columns of additionalFields and tokens are kept', async () => {
    const ada = await adapter().getUserByEmail?.('ada@example.com')
    const bob = await adapter().getUserByEmail?.('bob@example.com')
    expect(ada).toMatchObject({ id: expect.stringMatching(/^\w{32}$/), name: 'Ada Lovelace', role: 'admin' })
    expect(ada?.emailVerified?.getUTCFullYear()).toBe(2026)
    expect(bob).toMatchObject({ emailVerified: null, role: 'member' })
    expect(await adapter().getAccount?.('110169484474386276334', 'google')).toMatchObject({
      refresh_token: '1//refresh',
      scope: 'openid email profile',
      expires_at: expect.any(Number),
    })
  })

  test.each([
    ['ada@example.com', 'analytical engine'],
    ['Ada@Example.com', 'analytical engine'],
    ['bob@example.com', 'short-pw'],
  ])('%s signs in with the password that Better Auth hashed', async (email, typed) => {
    expect((await users().byPassword(email, typed))?.email).toBe(email.toLowerCase())
    expect(await users().byPassword(email, 'another password')).toBeUndefined()
    expect((await users().byPassword(email, typed))?.email).toBe(email.toLowerCase())
  })

  test('accounts at providers sign in as the users that they had', async () => {
    const grace = await adapter().getUserByEmail?.('grace@example.com')
    const linus = await adapter().getUserByEmail?.('linus@example.com')
    expect((await users().byGitHub({ id: 583231, email: 'grace@new.example' }))?.id).toBe(grace?.id)
    expect((await users().byGoogle({ sub: '110169484474386276334', email: 'l@new.example' }))?.id).toBe(
      linus?.id,
    )
  })
}

describe('SQLite', () => {
  let adapter: Adapter
  let users: MovedUsers
  const client = createClient({ url: `file:${page.folder}/app.db` })
  beforeAll(async () => {
    await client.executeMultiple(fixture('better-auth-1.7.25-sqlite.sql'))
    await import(path.join(page.folder, 'make-tables.ts'))
    await client.executeMultiple(page.sql('sqlite.sql'))
    adapter = sqlite(`${page.folder}/app.db`, { user: { role: 'text' } })
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
  let adapter: Adapter
  let close: () => Promise<void>
  let users: MovedUsers
  beforeAll(async () => {
    database = await postgresDatabase(fixture('better-auth-1.7.25-pg.sql'))
    const opened = pg(database.url, { user: { role: { type: 'text', default: 'member' } } })
    close = opened.close
    adapter = opened
    await opened.getUserByEmail('')
    await queryPostgres(database.url, page.sql('pg.sql'))
    users = await movedUsers(adapter)
  })
  afterAll(async () => {
    await close?.()
    await database?.drop()
  })

  signsInAsBefore(
    () => users,
    () => adapter,
  )
})
