import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type PgAdapter, pg } from '../../../src/adapters/pg.js'
import { type Database, postgres, postgresDatabase, queryPostgres } from '../../support/stores/postgres.js'
import { fixture, openPage } from './page.js'
import { type MovedUsers, movedUsers } from './sign-in.js'

describe.skipIf(!postgres.available)(`users of Passport${postgres.note}`, () => {
  const page = openPage('passport.md')
  let database: Database
  let adapter: PgAdapter
  let users: MovedUsers
  beforeAll(async () => {
    database = await postgresDatabase(fixture('passport-0.7.0-pg.sql'))
    vi.stubEnv('DATABASE_URL', database.url)
    await import(path.join(page.folder, 'make-tables.ts'))
    await queryPostgres(database.url, page.sql('move.sql'), page.sql('pbkdf2.sql'))
    adapter = pg(database.url)
    users = await movedUsers(adapter)
  })
  afterAll(async () => {
    vi.unstubAllEnvs()
    page.remove()
    await adapter?.close()
    await database?.drop()
  })

  test.each([
    ['bcrypt', 'Ada@example.com', 'analytical engine'],
    ["PBKDF2 of Passport's tutorial", 'bob@example.com', 'short-pw'],
  ])('a password hashed by %s signs its user in', async (_, email, typed) => {
    expect((await users.byPassword(email, typed))?.email).toBe(email.toLowerCase())
    expect(await users.byPassword(email, 'another password')).toBeUndefined()
    expect((await users.byPassword(email, typed))?.email).toBe(email.toLowerCase())
  })

  test('an account at Google signs in the same user as before the migration', async () => {
    const google = { sub: '110169484474386276334', email: 'grace@new.example' }
    expect((await users.byGoogle(google))?.id).toBe('3')
  })
})
