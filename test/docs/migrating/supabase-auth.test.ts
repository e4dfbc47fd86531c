import path from 'node:path'
import { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type PgAdapter, pg } from '../../../src/adapters/pg.js'
import { type Database, postgres, postgresDatabase, queryPostgres } from '../../support/stores/postgres.js'
import { fixture, openPage } from './page.js'
import { type MovedUsers, movedUsers } from './sign-in.js'

describe.skipIf(!postgres.available)(`users of Supabase Auth${postgres.note}`, () => {
  const page = openPage('supabase-auth.md')
  let database: Database
  let pool: Pool
  let adapter: PgAdapter
  let users: MovedUsers
  beforeAll(async () => {
    database = await postgresDatabase(fixture('supabase-auth-2.196.0-pg.sql'))
    await queryPostgres(database.url, page.sql('schema.sql'))
    vi.stubEnv('DATABASE_URL', database.url)
    await import(path.join(page.folder, 'make-tables.ts'))
    await queryPostgres(database.url, page.sql('move.sql'))
    pool = new Pool({ connectionString: database.url, options: '-c search_path=authwright' })
    adapter = pg(pool)
    users = await movedUsers(adapter)
  })
  afterAll(async () => {
    vi.unstubAllEnvs()
    page.remove()
    await pool?.end()
    await database?.drop()
  })

  test.each([
    ['ada@example.com', 'analytical engine'],
    ['bob@example.com', 'short-pw'],
  ])('%s signs in with the password that was hashed by bcrypt', async (email, typed) => {
    expect((await users.byPassword(email, typed))?.email).toBe(email)
    expect(await users.byPassword(email, 'another password')).toBeUndefined()
    expect((await users.byPassword(email, typed))?.email).toBe(email)
  })

  test.each(['', 'a deleted password'])(
    'a user without a password and a deleted user cannot sign in with %j',
    async (typed) => {
      expect(await users.byPassword('grace@example.com', typed)).toBeUndefined()
      expect(await users.byPassword('left@example.com', typed)).toBeUndefined()
    },
  )

  test('an account at a provider signs in the same user as before the migration', async () => {
    expect(await adapter.getUserByEmail('grace@example.com')).toMatchObject({
      id: 'aa16f470-9851-48d5-8a5e-a617fd7c70a3',
      name: 'Grace Hopper',
      image: 'https://avatars.example.com/u/583231',
    })
    const github = { id: 583231, email: 'grace@new.example' }
    expect((await users.byGitHub(github))?.id).toBe('aa16f470-9851-48d5-8a5e-a617fd7c70a3')
    const google = { sub: '110169484474386276334', email: 'linus@new.example' }
    expect((await users.byGoogle(google))?.id).toBe('aa16f470-9851-48d5-8a5e-a617fd7c70a4')
  })

  test('an e-mail address is verified if it was verified before the migration', async () => {
    expect((await adapter.getUserByEmail('ada@example.com'))?.emailVerified).toBeInstanceOf(Date)
    expect((await adapter.getUserByEmail('bob@example.com'))?.emailVerified).toBeNull()
  })

  test('the token for the Data API contains the id of the user, and expires after five minutes', async () => {
    vi.stubEnv('SUPABASE_JWT_SECRET', 'super-secret-jwt-token-with-at-least-32-characters-long')
    const { dataToken } = await import(path.join(page.folder, 'data-token.ts'))
    const [, payload = ''] = (await dataToken('aa16f470-9851-48d5-8a5e-a617fd7c70a1')).split('.')
    const { iat, ...claims } = JSON.parse(Buffer.from(payload, 'base64url').toString())
    expect(claims).toEqual({
      role: 'authenticated',
      sub: 'aa16f470-9851-48d5-8a5e-a617fd7c70a1',
      aud: 'authenticated',
      exp: iat + 300,
    })
  })
})
