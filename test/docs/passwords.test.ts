import { scrypt } from 'node:crypto'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createClient } from '@libsql/client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { codeBlocks } from '../../scripts/lib/code-blocks.mjs'
import { root } from '../../scripts/lib/root.mjs'
import { pg } from '../../src/adapters/pg.js'
import { createAuth } from '../../src/index.js'
import { password as passwordProvider } from '../../src/providers/password.js'
import { canonicalAddress } from '../../src/runtime/core/login/email-address.js'
import { emptyDatabase, poolOn } from '../adapters/pg/support.js'
import { Browser, locationOf } from '../support/browser.js'
import { postgres } from '../support/stores/postgres.js'

vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof import('node:crypto')>()
  return { ...crypto, scrypt: vi.fn(crypto.scrypt) }
})

/** The files of docs/guides/own-passwords.md, run unchanged, with the sources in place of the package. */
const temp = path.join(root, 'temp')
mkdirSync(temp, { recursive: true })
const folder = mkdtempSync(path.join(temp, 'passwords-'))
const password = 'correct horse battery'
let browser: Browser

beforeAll(async () => {
  for (const { file, code } of codeBlocks(
    readFileSync(path.join(root, 'docs/guides/own-passwords.md'), 'utf8'),
  )) {
    const source = code.replace(
      /'authwright(?:\/([\w/-]+))?'/g,
      (_, name = 'index') => `'${root}/src/${name}.ts'`,
    )
    const target = path.join(folder, file)
    mkdirSync(path.dirname(target), { recursive: true })
    writeFileSync(target, source)
  }
  vi.stubEnv('AUTH_SECRET', 'a secret of more than thirty-two characters')
  vi.stubEnv('AUTH_URL', 'https://app.test')
  const { auth } = await import(path.join(folder, 'auth.ts'))
  browser = new Browser(auth.handler)
})

afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

const send = (id: string, fields: Record<string, string>) => browser.post(`/auth/callback/${id}`, fields)

test('a user signs up and signs in with the e-mail address in different letter cases', async () => {
  await send('sign-up', { email: 'Ada@Example.com', password })
  expect((await browser.session()).user.email).toBe('ada@example.com')
  browser = new Browser(browser.handle)
  await send('password', { email: 'ADA@example.com ', password })
  expect((await browser.session()).user.email).toBe('ada@example.com')
})

test.each([
  ['password', 'ada@example.com', 'another password'],
  ['password', 'eve@example.com', password],
  ['sign-up', 'ada@example.com', 'a password of an attacker'],
  ['sign-up', 'eve@example.com', 'short'],
  ['sign-up', 'no address', password],
])('the provider `%s` with %s and "%s" does not sign a user in', async (id, email, typed) => {
  const fresh = new Browser(browser.handle)
  const to = locationOf(await fresh.post(`/auth/callback/${id}`, { email, password: typed }))
  expect(to.searchParams.get('error')).toBe('CredentialsSignin')
  expect(await fresh.session()).toBeNull()
})

test.each([
  ['in fullwidth letters', 'ａda@example.com', 'ada@example.com'],
  ['with a letter of two characters', 'J\u030colan@example.com', '\u01f0olan@example.com'],
  ['with a domain in ASCII', 'ada@xn--bcher-kva.example', 'ada@bücher.example'],
])('an e-mail address %s belongs to the user with the usual spelling', async (_, spelling, usual) => {
  await new Browser(browser.handle).post('/auth/callback/sign-up', { email: usual, password })
  const attacker = new Browser(browser.handle)
  const fields = { email: spelling, password: 'a password of an attacker' }
  const to = locationOf(await attacker.post('/auth/callback/sign-up', fields))
  expect(to.searchParams.get('error')).toBe('CredentialsSignin')
  const user = new Browser(browser.handle)
  await user.post('/auth/callback/password', { email: spelling, password })
  expect((await user.session()).user.email).toBe(canonicalAddress(usual))
})

test.each(['ad\u200ba@example.com', 'ada@example.com@example.com', 'ada@', 'ada@exa%mple.com'])(
  '%j does not sign up a user',
  async (email) => {
    const fresh = new Browser(browser.handle)
    const to = locationOf(await fresh.post('/auth/callback/sign-up', { email, password }))
    expect(to.searchParams.get('error')).toBe('CredentialsSignin')
  },
)

test('a sign-up with the e-mail address of an existing user does not change the password', async () => {
  const fresh = new Browser(browser.handle)
  await fresh.post('/auth/callback/password', { email: 'ada@example.com', password })
  expect((await fresh.session()).user.email).toBe('ada@example.com')
})

test('the documented functions hash with a random salt, and compute a hash for an unknown user, too', async () => {
  const { hashPassword, verifyPassword } = await import(path.join(folder, 'passwords.ts'))
  const hash = await hashPassword(password)
  expect(await hashPassword(password)).not.toBe(hash)
  for (const stored of [hash, undefined, null]) {
    vi.mocked(scrypt).mockClear()
    expect(await verifyPassword(password, stored)).toBe(stored === hash)
    expect(scrypt).toHaveBeenCalledOnce()
  }
})

test('with the documented files and a database, a user signs in and no session contains the hash', async () => {
  const place = path.join(folder, 'stored')
  storedFiles(place)
  const { auth } = await import(path.join(place, 'auth.ts'))

  const signedUp = new Browser(auth.handler)
  await signedUp.post('/auth/callback/sign-up', { email: 'Ada@Example.com', password })
  expect((await signedUp.session()).user).toMatchObject({ email: 'ada@example.com' })
  const again = new Browser(auth.handler)
  await again.post('/auth/callback/password', { email: 'ADA@example.com ', password })
  const session = await again.session()
  expect(session.user.email).toBe('ada@example.com')
  expect(JSON.stringify(session)).not.toContain('passwordHash')
  const { findUser, removePassword } = await import(path.join(place, 'users.ts'))
  await again.post('/auth/callback/sign-up', { email: 'bob@example.com', password })
  await removePassword((await findUser('bob@example.com')).id)

  for (const [id, email, typed] of [
    ['password', 'ada@example.com', 'another password'],
    ['password', 'eve@example.com', password],
    ['sign-up', 'ada@example.com', 'a password of an attacker'],
    ['password', 'bob@example.com', password],
  ] as const) {
    const fresh = new Browser(auth.handler)
    const to = locationOf(await fresh.post(`/auth/callback/${id}`, { email, password: typed }))
    expect(to.searchParams.get('error')).toBe('CredentialsSignin')
    expect(await fresh.session()).toBeNull()
  }
})

test("after a recent sign-in, a user can set a new password, which ends the user's sessions", {
  timeout: 60_000,
}, async () => {
  const place = path.join(folder, 'renewed')
  storedFiles(place, 'new-password/new-password.ts')
  const file = path.join(place, 'auth.ts')
  writeFileSync(file, `${readFileSync(file, 'utf8')}\nexport const { sessions } = auth\n`)
  const { auth, sessions } = await import(file)
  const { newPassword } = await import(path.join(place, 'new-password.ts'))
  const enter = async (id: string, typed: string): Promise<Browser> => {
    const fresh = new Browser(auth.handler)
    await fresh.post(`/auth/callback/${id}`, { email: 'ada@example.com', password: typed })
    return fresh
  }
  const own = await enter('sign-up', password)
  const other = await enter('password', password)
  const headers = { cookie: own.jar.header }
  const current = () => sessions.current(new Request('https://app.test', { headers }))
  const session = await current()
  const earlier = { ...session, createdAt: new Date(session.createdAt.getTime() - 11 * 60 * 1000) }
  const reads = [session, null]

  expect(await newPassword('short', current)).toBe('length')
  expect(await newPassword('another long password', async () => earlier)).toBe('sign-in')
  expect(await newPassword('another long password', async () => null)).toBe('sign-in')
  expect(await newPassword('another long password', async () => reads.shift())).toBe('sign-in')
  expect((await (await enter('password', password)).session()).user.email).toBe('ada@example.com')

  expect(await newPassword('another long password', current)).toBe('done')
  expect(await own.session()).toBeNull()
  expect(await other.session()).toBeNull()
  const endsDuringTheWrite = [session, session, null]
  expect(await newPassword('a password of an attacker', async () => endsDuringTheWrite.shift())).toBe(
    'sign-in',
  )
  expect(await (await enter('password', 'a password of an attacker')).session()).toBeNull()
  expect(await newPassword('another long password', async () => session)).toBe('done')
  expect(await (await enter('password', password)).session()).toBeNull()
  expect((await (await enter('password', 'another long password')).session()).user.email).toBe(
    'ada@example.com',
  )
})

test('users can sign in after a migration from the documented files to password()', async () => {
  const place = path.join(folder, 'moved')
  storedFiles(place)
  const { auth: before } = await import(path.join(place, 'auth.ts'))
  const [ada, bob] = [new Browser(before.handler), new Browser(before.handler)]
  await ada.post('/auth/callback/sign-up', { email: 'ada@example.com', password })
  await bob.post('/auth/callback/sign-up', { email: 'bob@example.com', password: 'twelve chars' })

  const { adapter } = await import(path.join(place, 'adapter.ts'))
  const database = createClient({ url: `file:${place}/auth.db` })
  const [, sql = ''] =
    /In SQLite:\n\n```sql\n([^`]+)```/.exec(readFileSync(path.join(root, 'docs/passwords.md'), 'utf8')) ?? []
  // The SQL runs twice, because a second run must change nothing.
  for (const statement of [sql, sql]
    .join('')
    .split(';')
    .filter((each) => each.trim() !== ''))
    await database.execute(statement)
  const after = createAuth()
    .provider(passwordProvider({ send: () => undefined }))
    .adapter(adapter)
    .build()

  for (const [email, typed, signedIn] of [
    ['ada@example.com', password, true],
    ['ada@example.com', 'another password', false],
    ['bob@example.com', 'twelve chars', true],
  ] as const) {
    const browser = new Browser(after.handler)
    await browser.post('/auth/callback/password', { email, password: typed })
    expect((await browser.session())?.user.email).toBe(signedIn ? email : undefined)
  }
  expect((await new Browser(after.handler, 'https://app.test', ada.jar).session())?.user.email).toBe(
    'ada@example.com',
  )
  const { id } = await adapter.getUserByEmail('ada@example.com')
  expect((await adapter.getPassword({ userId: id, tenant: '' })).hash).toMatch(/^\$argon2id\$/)
  expect((await adapter.getUserByEmail('ada@example.com')).passwordHash).toBeNull()
  database.close()
})

test.skipIf(!postgres.available).each([
  ['a bcrypt hash', '```sql', 1, '$2b$10$pImGCvFyazL7yyDMaQWREu4yF4f19zIVC15ZTxaBQ2wDr3pCGG7uq'],
  [
    'a hash of the documented files',
    'In PostgreSQL:\n\n```sql',
    2,
    'yHJPA9YUW3Znp+gCS3C0wQ==:6NmYKQAvi/DF7YAViztN3fwG7KrZ7Tm0aJLmhQ2fPhs=',
  ],
])(
  `the statement for PostgreSQL in docs/passwords.md moves %s${postgres.note}`,
  async (_, before, times, hash) => {
    const pool = poolOn(await emptyDatabase())
    const adapter = pg(pool)
    const { id } = await adapter.createUser({ email: 'ada@example.com', emailVerified: new Date() })
    await pool.query('ALTER TABLE auth_users ADD "passwordHash" text')
    await pool.query('UPDATE auth_users SET "passwordHash" = $1', [hash])
    const page = readFileSync(path.join(root, 'docs/passwords.md'), 'utf8')
    const [sql = ''] = page.slice(page.indexOf(before) + before.length).split('```')
    expect(sql).toContain('gen_random_uuid()')
    for (let run = 0; run < times; run++) await pool.query(sql)
    const { handler } = createAuth()
      .provider(passwordProvider({ send: () => undefined }))
      .adapter(adapter)
      .build()
    const browser = new Browser(handler)
    await browser.post('/auth/callback/password', {
      email: 'ada@example.com',
      password: 'correct horse battery staple',
    })
    expect((await browser.session())?.user.email).toBe('ada@example.com')
    expect((await adapter.getPassword({ userId: id, tenant: '' }))?.hash).toMatch(/^\$argon2id\$/)
  },
)

/** Writes the files and the step for a database into a folder. */
function storedFiles(place: string, ...more: readonly string[]): void {
  mkdirSync(place)
  for (const file of [
    'passwords.ts',
    'password-providers.ts',
    'database/adapter.ts',
    'database/users.ts',
    ...more,
  ]) {
    copyFileSync(path.join(folder, file), path.join(place, path.basename(file)))
  }
  // Only the path of the database differs from the page.
  const adapter = readFileSync(path.join(place, 'adapter.ts'), 'utf8')
  writeFileSync(path.join(place, 'adapter.ts'), adapter.replace("'auth.db'", `'${place}/auth.db'`))
  writeFileSync(path.join(place, 'auth.ts'), withDatabase(readFileSync(path.join(folder, 'auth.ts'), 'utf8')))
}

/** `auth.ts` with the adapter, changed as the section "With sessions in a database" of the page says. */
function withDatabase(source: string): string {
  const page = readFileSync(path.join(root, 'docs/guides/own-passwords.md'), 'utf8')
  const [, line = '', step = ''] =
    page.match(/^In `auth.ts`, `(import .+?)`, and call `([.]adapter\(\w+\))`/m) ?? []
  expect(step).toBe('.adapter(adapter)')
  return `${line}\n${source.replace('.build()', `${step}.build()`)}`
}
