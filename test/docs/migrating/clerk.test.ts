import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { createClient } from '@libsql/client'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Adapter } from '../../../src/adapters/contract.js'
import { type PgAdapter, pg } from '../../../src/adapters/pg.js'
import { sqlite } from '../../../src/adapters/sqlite.js'
import { type Database, postgres, postgresDatabase } from '../../support/stores/postgres.js'
import { fixture, openPage } from './page.js'
import { type MovedUsers, movedUsers } from './sign-in.js'

/** The password in the samples of Clerk's migration tool, according to a comment there. */
const typed = 'Kk4aPMeiaRpAs2OeX1NE'

/** A page of `GET /v1/users`, as `@clerk/backend` 3.25 types it. */
const account = (provider: string, id: string, status: string) => ({
  object: 'external_account',
  provider,
  provider_user_id: id,
  verification: { status, strategy: provider, attempts: null, expire_at: null },
})
const users = [
  {
    id: 'user_2ZZCgLE7kJG2CRBxTZ6YUIvzS10',
    external_accounts: [
      account('oauth_google', '110169484474386276334', 'verified'),
      account('oauth_github', '1', 'unverified'),
    ],
  },
  {
    id: 'user_2cWszPHuo6P2lCdnhhZbVMfbAIC',
    external_accounts: [account('oauth_github', '583231', 'verified')],
  },
  { id: 'user_without_an_email_address', external_accounts: [account('oauth_github', '2', 'verified')] },
]

const page = openPage('clerk.md')
afterAll(page.remove)

function signsInAsBefore(users: () => MovedUsers, adapter: () => Adapter): void {
  test.each(['jane.doe@test.com', 'johnhancock@test.com'])(
    '%s signs in with a password that the export of Clerk contains',
    async (email) => {
      expect((await users().byPassword(email, typed))?.email).toBe(email)
      expect(await users().byPassword(email, 'another password')).toBeUndefined()
      expect((await users().byPassword(email, typed))?.email).toBe(email)
    },
  )

  test('an e-mail address is verified only if Clerk has verified it', async () => {
    expect(await adapter().getUserByEmail?.('jane.doe@test.com')).toMatchObject({
      name: 'Jane Doe',
      emailVerified: null,
    })
    expect((await adapter().getUserByEmail?.('johndoe@test.com'))?.emailVerified).toBeInstanceOf(Date)
  })
}

describe('users of Clerk in SQLite', () => {
  let adapter: Adapter
  let moved: MovedUsers
  const client = createClient({ url: `file:${page.folder}/app.db` })
  const [columns = [], ...exported] = fixture('clerk-export.csv')
    .trim()
    .split('\n')
    .map((line) => line.split(','))
  const [first = []] = exported
  const row = (values: Record<string, string>): string[] =>
    columns.map((column, index) => values[column] ?? (column.endsWith('addresses') ? '' : first[index]) ?? '')
  beforeAll(async () => {
    adapter = sqlite(`${page.folder}/app.db`)
    await adapter.getUserByEmail?.('')
    // Creates the same table as `.import` of the SQLite shell.
    await client.execute(`CREATE TABLE clerk_users (${columns.map((column) => `"${column}" TEXT`).join()})`)
    const rows = [
      ...exported,
      row({
        id: 'user_with_three',
        first_name: '',
        last_name: '',
        primary_email_address: 'Ada@test.com',
        verified_email_addresses: 'ada@old.example,Ada@test.com|ada@new.example',
      }),
      row({
        id: 'user_with_a_longer_one',
        first_name: '',
        primary_email_address: 'bob@test.com',
        verified_email_addresses: 'jim-bob@test.com|bob@test.community',
      }),
      row({ id: 'user_without_one', primary_email_address: '' }),
    ]
    for (const args of rows)
      await client.execute({ sql: `INSERT INTO clerk_users VALUES (${columns.map(() => '?').join()})`, args })
    await client.executeMultiple(page.sql('sqlite.sql'))
    moved = await movedUsers(adapter)
  })
  afterAll(() => client.close())

  signsInAsBefore(
    () => moved,
    () => adapter,
  )

  test('the primary e-mail address is verified if Clerk lists it among several verified e-mail addresses', async () => {
    expect(await adapter.getUserByEmail?.('ada@test.com')).toMatchObject({
      name: null,
      emailVerified: expect.any(Date),
    })
    expect(await adapter.getUserByEmail?.('bob@test.com')).toMatchObject({ name: 'Doe', emailVerified: null })
  })

  test('a user without an e-mail address is not migrated, and a user without a password gets none', async () => {
    expect(await adapter.getUser?.('user_without_one')).toBeNull()
    const { rows } = await client.execute('SELECT userId FROM auth_passwords ORDER BY userId')
    expect(rows.map(({ userId }) => userId)).toEqual([
      'user_2YDryYFVMM1W1plDDKz7Gzf4we6',
      'user_2cWszPHuo6P2lCdnhhZbVMfbAIC',
      'user_with_a_longer_one',
      'user_with_three',
    ])
  })
})

describe.skipIf(!postgres.available)(`users of Clerk${postgres.note}`, () => {
  let database: Database
  let adapter: PgAdapter
  let moved: MovedUsers
  beforeAll(async () => {
    database = await postgresDatabase()
    vi.stubEnv('DATABASE_URL', database.url)
    await import(path.join(page.folder, 'make-tables.ts'))
    writeFileSync(path.join(page.folder, 'users.csv'), fixture('clerk-export.csv'))
    writeFileSync(path.join(page.folder, 'move.sql'), page.sql('move.sql'))
    execFileSync('psql', ['-v', 'ON_ERROR_STOP=1', '-q', '-f', 'move.sql', database.url], {
      cwd: page.folder,
    })
    // The guide runs two programs, which share no loaded modules.
    vi.resetModules()
    vi.stubEnv('CLERK_SECRET_KEY', 'sk_test')
    vi.stubGlobal('fetch', async (url: string, { headers }: { headers: Record<string, string> }) => {
      expect(url).toBe('https://api.clerk.com/v1/users?limit=500&offset=0')
      expect(headers).toEqual({ authorization: 'Bearer sk_test' })
      return Response.json(users)
    })
    await import(path.join(page.folder, 'link-accounts.ts'))
    vi.unstubAllGlobals()
    adapter = pg(database.url)
    moved = await movedUsers(adapter)
  })
  afterAll(async () => {
    vi.unstubAllEnvs()
    await adapter?.close()
    await database?.drop()
  })

  signsInAsBefore(
    () => moved,
    () => adapter,
  )

  test('an account that the API of Clerk returns signs in the same user as before the migration', async () => {
    const google = { sub: '110169484474386276334', email: 'john@new.example' }
    expect((await moved.byGoogle(google))?.id).toBe('user_2ZZCgLE7kJG2CRBxTZ6YUIvzS10')
    const github = { id: 583231, email: 'john@other.example' }
    expect((await moved.byGitHub(github))?.id).toBe('user_2cWszPHuo6P2lCdnhhZbVMfbAIC')
  })

  test('an account that Clerk did not verify is not linked', async () => {
    const stranger = await moved.byGitHub({ id: 1, email: 'stranger@new.example' })
    expect(stranger?.id).not.toBe('user_2ZZCgLE7kJG2CRBxTZ6YUIvzS10')
  })
})
