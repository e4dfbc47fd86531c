import { createClient } from '@libsql/client'
import { describe, expect, test } from 'vitest'
import type { Adapter } from '../../src/adapters/contract.js'
import { memory } from '../../src/adapters/memory.js'
import { migrations, versionTable } from '../../src/adapters/pg/migrations.js'
import { pg } from '../../src/adapters/pg.js'
import { sqlite } from '../../src/adapters/sqlite.js'
import { memoryStore } from '../../src/stores/memory.js'
import { app } from '../support/app.js'
import { Browser, locationOf } from '../support/browser.js'
import { IdentityProvider } from '../support/identity-provider.js'
import { type Mailbox, mailbox } from '../support/mailbox.js'
import { acme } from '../support/providers.js'
import before from './fixtures/derived-ids.json' with { type: 'json' }
import { emptyDatabase, poolOn } from './pg/support.js'
import { temporaryFile } from './sqlite/engines.js'

/*
 * Data written by an earlier version, which derived user ids from the first account. Its users, accounts and sessions
 * must stay valid. `cookies` were set by the same version.
 */

type Row = Readonly<Record<string, string | number | null>>
const tables: Readonly<Record<string, readonly Row[]>> = before.tables
const [ada, bob] = before.tables.auth_users.map(({ id }) => id)

/** The SQLite file as that version wrote it. */
async function sqliteOfBefore(): Promise<Adapter> {
  const file = await temporaryFile()
  const db = createClient({ url: `file:${file}` })
  for (const statement of before.schema) await db.execute(statement)
  for (const [table, rows] of Object.entries(tables)) {
    for (const row of rows) {
      const names = Object.keys(row)
      const sql = `INSERT INTO ${table} (${names}) VALUES (${names.map(() => '?')})`
      await db.execute({ sql, args: Object.values(row) })
    }
  }
  db.close()
  return sqlite(file)
}

const DATES: readonly string[] = ['emailVerified', 'expires']

/** The same rows in PostgreSQL, in the tables of that version. */
async function pgOfBefore(): Promise<Adapter> {
  const [first = []] = migrations
  const pool = poolOn(
    await emptyDatabase(versionTable, ...first, 'INSERT INTO auth_schema ("version") VALUES (1)'),
  )
  for (const [table, rows] of Object.entries(tables)) {
    for (const row of table === 'auth_schema' ? [] : rows) {
      const names = Object.keys(row)
      const values = names.map((name) =>
        DATES.includes(name) && row[name] !== null ? new Date(Number(row[name])) : row[name],
      )
      const text = `INSERT INTO ${table} (${names.map((name) => `"${name}"`)}) VALUES (${names.map((_, index) => `$${index + 1}`)})`
      await pool.query(text, values)
    }
  }
  return pg(pool)
}

/**
 * The rows of the memory() adapter of that version, which stored the same session tokens that cookies
 * contain.
 */
async function memoryOfBefore(): Promise<Adapter> {
  const adapter = memory()
  for (const user of before.tables.auth_users) {
    await adapter.createUser({ ...user, emailVerified: new Date(user.emailVerified) })
  }
  for (const { userId, provider, providerAccountId } of before.tables.auth_accounts) {
    await adapter.linkAccount({ userId, provider, providerAccountId, type: 'oidc' })
  }
  for (const [index, cookie] of [before.cookies.ada, before.cookies.bob].entries()) {
    const row = before.tables.auth_sessions[index] as (typeof before.tables.auth_sessions)[number]
    const sessionToken = cookie.slice(cookie.indexOf('=') + 1)
    await adapter.createSession({ sessionToken, userId: row.userId, expires: new Date(row.expires) })
  }
  return adapter
}

interface Site {
  readonly adapter: Adapter
  readonly idp: IdentityProvider
  readonly box: Mailbox
  readonly auth: ReturnType<typeof app>
  browser(cookie?: string): Browser
  signIn(sub: string, browser?: Browser): Promise<Browser>
}

async function site(adapter: Adapter): Promise<Site> {
  const idp = await IdentityProvider.start()
  const box = mailbox()
  const clock = (): number => before.now
  idp.clock = clock
  const auth = app({
    providers: [acme(), box.provider],
    adapter,
    fetch: idp.fetch,
    clock,
    options: { secret: 'a secret of more than thirty-two characters', store: memoryStore({ now: clock }) },
  })
  const browser = (cookie?: string): Browser => {
    const made = new Browser(auth.handle)
    const [name = '', value = ''] = cookie?.split(/=(.*)/s) ?? []
    if (cookie) made.jar.put(name, value)
    return made
  }
  return {
    adapter,
    idp,
    box,
    auth,
    browser,
    async signIn(sub, at = browser()) {
      idp.user = { sub, name: sub, email: `${sub}@example.com`, email_verified: true }
      const callback = idp.authorize(locationOf(await at.post('/auth/signin/acme', { callbackUrl: '/' })))
      await at.send(callback.pathname + callback.search)
      return at
    },
  }
}

describe.each([
  ['memory', memoryOfBefore],
  ['sqlite', sqliteOfBefore],
  ['pg', pgOfBefore],
] as const)('data that the previous version stored: %s', (_, adapterOf) => {
  test('after an upgrade, earlier sessions stay valid until the user signs out', async () => {
    const { browser, auth } = await site(await adapterOf())
    const [first, second] = [browser(before.cookies.ada), browser(before.cookies.bob)]
    expect(await first.session()).toMatchObject({ user: { name: 'Ada', email: 'ada@example.com' } })
    expect(await second.session()).toMatchObject({ user: { email: 'bob@example.com' } })
    await first.post('/auth/signout')
    expect(await browser(before.cookies.ada).session()).toBeNull()
    await auth.sessions.revokeAll(bob as string)
    expect(await browser(before.cookies.bob).session()).toBeNull()
  })

  test('after an upgrade, an earlier session has no metadata, and a new session has metadata', async () => {
    const { auth, signIn } = await site(await adapterOf())
    await signIn('ada')
    const listed = await auth.sessions.list(ada as string)
    const began = listed.map(({ createdAt }) => createdAt?.getTime()).sort()
    expect(began).toEqual([before.now, undefined])
    await auth.sessions.revokeAll(ada as string)
    expect(await auth.sessions.list(ada as string)).toEqual([])
  })

  test('after an upgrade, a user with an account signs in with the provider and by e-mail', async () => {
    const { adapter, box, browser, signIn } = await site(await adapterOf())
    const ada2 = await signIn('ada')
    expect(await ada2.session()).toMatchObject({ user: { name: 'Ada', email: 'ada@example.com' } })
    expect((await adapter.getUserByAccount?.({ provider: 'acme', providerAccountId: 'ada' }))?.id).toBe(ada)
    const bob2 = browser()
    await bob2.post('/auth/signin/mail', { email: 'bob@example.com', callbackUrl: '/' })
    await bob2.send(box.link)
    expect(await bob2.session()).toMatchObject({ user: { email: 'bob@example.com' } })
    expect((await adapter.getUserByEmail?.('bob@example.com'))?.id).toBe(bob)
  })

  test('after an upgrade, a sign-in does not link an unlinked account to its former user', async () => {
    const { adapter, signIn } = await site(await adapterOf())
    await adapter.unlinkAccount?.({ provider: 'acme', providerAccountId: 'ada' })
    await adapter.updateUser?.({ id: ada as string, email: 'elsewhere@example.com' })
    await (await signIn('ada')).session()
    const now = await adapter.getUserByAccount?.({ provider: 'acme', providerAccountId: 'ada' })
    expect(now?.email).toBe('ada@example.com')
    expect(now?.id).not.toBe(ada)
  })

  test('after an upgrade, a new user is stored as a separate user', async () => {
    const { adapter, signIn } = await site(await adapterOf())
    const eve = await signIn('eve')
    expect(await eve.session()).toMatchObject({ user: { email: 'eve@example.com' } })
    expect([ada, bob]).not.toContain((await adapter.getUserByEmail?.('eve@example.com'))?.id)
  })

  test('after an upgrade, a link that was mailed before is refused, and a new link signs in', async () => {
    const { box, browser } = await site(await adapterOf())
    const eve = browser(before.cookies.eve)
    const refused = await eve.send(before.link)
    expect(refused.status).toBeLessThan(500)
    expect(await eve.session()).toBeNull()
    await eve.post('/auth/signin/mail', { email: 'eve@example.com', callbackUrl: '/' })
    await eve.send(box.link)
    expect(await eve.session()).toMatchObject({ user: { email: 'eve@example.com' } })
  })
})
