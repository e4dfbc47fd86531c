import path from 'node:path'
import { createClient } from '@libsql/client'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Adapter } from '../../../src/adapters/contract.js'
import { pg } from '../../../src/adapters/pg.js'
import { sqlite } from '../../../src/adapters/sqlite.js'
import { Browser, locationOf } from '../../support/browser.js'
import { type Database, postgres, postgresDatabase, queryPostgres } from '../../support/stores/postgres.js'
import { fixture, openPage } from './page.js'
import { type MovedUsers, movedUsers } from './sign-in.js'

const page = openPage('better-auth.md')

/** The columns of the page. */
const user = {
  role: { type: 'text', values: ['member', 'admin'], default: 'member' },
  banned: { type: 'boolean', default: false },
  seats: 'real',
  newsletter: 'boolean',
  birthday: 'date',
  tags: 'text',
} as const
afterAll(page.remove)

function signsInAsBefore(users: () => MovedUsers, adapter: () => Adapter): void {
  test('the migration keeps ids, verified e-mail addresses, columns of additionalFields and tokens', async () => {
    const ada = await adapter().getUserByEmail?.('ada@example.com')
    const bob = await adapter().getUserByEmail?.('bob@example.com')
    expect(ada).toMatchObject({
      id: expect.stringMatching(/^\w{32}$/),
      name: 'Ada Lovelace',
      role: 'admin',
      seats: 5,
      newsletter: true,
      birthday: new Date('1815-12-10'),
    })
    expect(JSON.parse(String((ada as { tags?: unknown } | null)?.tags))).toEqual(['mathematics', 'poetry'])
    expect(ada?.emailVerified?.getUTCFullYear()).toBe(2026)
    expect(bob).toMatchObject({ emailVerified: null, birthday: null })
    expect(await adapter().getAccount?.('110169484474386276334', 'google')).toMatchObject({
      refresh_token: '1//refresh',
      scope: 'openid email profile',
      expires_at: expect.any(Number),
    })
  })

  test('the migration gives the default role to a user who signed up before the column `role` existed', async () => {
    expect(await adapter().getUserByEmail?.('bob@example.com')).toMatchObject({ role: 'member' })
  })

  test('a user whom the plugin `admin` of Better Auth has banned stays banned', async () => {
    expect(await adapter().getUserByEmail?.('mallory@example.com')).toMatchObject({ banned: true })
    expect(await adapter().getUserByEmail?.('bob@example.com')).toMatchObject({ banned: false })
  })

  test.each([
    ['ada@example.com', 'analytical engine'],
    ['Ada@Example.com', 'analytical engine'],
    ['bob@example.com', 'short-pw'],
  ])('%s signs in with a password that was hashed by Better Auth', async (email, typed) => {
    expect((await users().byPassword(email, typed))?.email).toBe(email.toLowerCase())
    expect(await users().byPassword(email, 'another password')).toBeUndefined()
    expect((await users().byPassword(email, typed))?.email).toBe(email.toLowerCase())
  })

  test('an account at a provider signs in the same user as before the migration', async () => {
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
    adapter = sqlite(`${page.folder}/app.db`, { user })
    users = await movedUsers(adapter)
  })
  afterAll(() => client.close())

  signsInAsBefore(
    () => users,
    () => adapter,
  )

  test('the configuration of the documentation signs users in, and refuses a banned user', async () => {
    onTestFinished(() => void vi.unstubAllEnvs())
    vi.stubEnv('AUTH_SECRET', 'a-secret-of-at-least-32-characters')
    vi.stubEnv('AUTH_URL', 'https://app.test')
    vi.stubEnv('AUTH_GITHUB_ID', 'client')
    vi.stubEnv('AUTH_GITHUB_SECRET', 's-e_c.r*et')
    // Simulates a new process, because the one that created the tables has closed the adapter.
    vi.resetModules()
    const { auth } = await import(path.join(page.folder, 'auth.ts'))
    const signIn = async (email: string, password: string): Promise<any> => {
      const browser = new Browser(auth.handler, 'https://app.test', undefined, '/api/auth')
      const response = await browser.post('/api/auth/callback/password', { email, password })
      return { leadsTo: locationOf(response).search, session: await browser.session() }
    }
    expect(await signIn('ada@example.com', 'analytical engine')).toMatchObject({
      session: { user: { email: 'ada@example.com', role: 'admin' } },
    })
    expect(await signIn('mallory@example.com', 'a banned password')).toEqual({
      leadsTo: expect.stringContaining('error=AccessDenied'),
      session: null,
    })
  })
})

describe.skipIf(!postgres.available)(`PostgreSQL${postgres.note}`, () => {
  let database: Database
  let adapter: Adapter
  let close: () => Promise<void>
  let users: MovedUsers
  beforeAll(async () => {
    database = await postgresDatabase(fixture('better-auth-1.7.25-pg.sql'))
    const opened = pg(database.url, { user })
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

  test('a time that Prisma or Drizzle stored without a time zone is migrated as UTC', async () => {
    const text = fixture('better-auth-1.7.25-pg.sql').replaceAll('timestamp with time zone', 'timestamp')
    const zoneless = await postgresDatabase(text)
    const opened = pg(zoneless.url, { user })
    onTestFinished(async () => {
      await opened.close()
      await zoneless.drop()
    })
    await opened.getUserByEmail('')
    await queryPostgres(zoneless.url, `SET TIME ZONE 'America/New_York';${page.sql('pg.sql')}`)
    expect(await opened.getUserByEmail('ada@example.com')).toMatchObject({
      birthday: new Date('1815-12-10'),
      emailVerified: new Date('2026-11-29T00:49:28.019Z'),
    })
  })
})
