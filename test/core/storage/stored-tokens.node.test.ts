import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Adapter, AdapterAccount } from '../../../src/adapters/contract.js'
import { memory } from '../../../src/adapters/memory.js'
import { pg } from '../../../src/adapters/pg.js'
import { sqlite } from '../../../src/adapters/sqlite.js'
import type { AuthOptions } from '../../../src/options/auth-options.js'
import { sealedTokens, type TokenSealing } from '../../../src/runtime/core/storage/sealed-tokens.js'
import { app, SECRET } from '../../support/app.js'
import { Browser, locationOf } from '../../support/browser.js'
import { IdentityProvider } from '../../support/identity-provider.js'
import { acme } from '../../support/providers.js'
import { type Database, postgres, postgresDatabase } from '../../support/stores/postgres.js'

/* A person who can read the database must not be able to use the stored tokens. */

const ACCESS = 'access-token-in-clear'
const REFRESH = 'refresh-token-in-clear'

let idp: IdentityProvider
beforeEach(async () => {
  idp = await IdentityProvider.start()
})

/** Signs in and returns what is stored of the account. */
async function signIn(adapter: Adapter, options?: AuthOptions): Promise<AdapterAccount> {
  const { handle } = app({ providers: [acme()], fetch: idp.fetch, adapter, ...(options && { options }) })
  const browser = new Browser(handle)
  idp.accessToken = ACCESS
  idp.misbehave({ token: (tokens) => ({ ...tokens, refresh_token: REFRESH }) })
  const callback = idp.authorize(locationOf(await browser.post('/auth/signin/acme')))
  expect(locationOf(await browser.send(callback.pathname + callback.search)).pathname).toBe('/')
  const account = await adapter.getAccount?.('ada', 'acme')
  if (!account) throw new Error('No account was stored.')
  return account
}

/** Opens the tokens of a stored account with these secrets. */
const opened = async (
  account: AdapterAccount,
  secrets: readonly string[] = [SECRET],
  form: TokenSealing['form'] = 'sealed',
): Promise<AdapterAccount> =>
  sealedTokens({
    form,
    secrets,
    providers: () => new Map([['acme', acme()]]),
    scope: { tenant: undefined, isLazy: false },
  }).open(account)

/** Every token that the provider issued, and the parts between the dots of a token. */
const inClear = (): string[] =>
  [REFRESH, ...idp.issued.flatMap((token) => token.split('.'))].filter((part) => part.length > 8)

describe('stored tokens are encrypted', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'authwright-tokens-'))
  })
  afterEach(async () => rm(folder, { recursive: true }))

  test('an SQLite file and its log contain no unencrypted token', async () => {
    const adapter = sqlite(path.join(folder, 'auth.db'))
    await signIn(adapter)
    const files = await readdir(folder)
    const dump = (await Promise.all(files.map((file) => readFile(path.join(folder, file), 'latin1')))).join()
    await adapter.close()
    // Proves that the dump contains the row.
    expect(dump).toContain('Ada Lovelace')
    expect(inClear().length).toBeGreaterThan(3)
    expect(inClear().filter((part) => dump.includes(part))).toEqual([])
  })

  test.skipIf(!postgres.available)(
    `a PostgreSQL dump has no unencrypted token in any table${postgres.note}`,
    async () => {
      const database = await postgresDatabase()
      try {
        const adapter = pg(database.url)
        await signIn(adapter)
        await adapter.close()
        const dump = await dumpOf(database)
        expect(dump).toContain('Ada Lovelace')
        expect(inClear().filter((part) => dump.includes(part))).toEqual([])
      } finally {
        await database.drop()
      }
    },
  )
})

/** All rows of all tables. */
async function dumpOf({ url }: Database): Promise<string> {
  const client = new Client(url)
  await client.connect()
  const { rows: tables } = await client.query(
    "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'",
  )
  const rows: unknown[] = []
  for (const { table_name: name } of tables) rows.push((await client.query(`SELECT * FROM "${name}"`)).rows)
  await client.end()
  return JSON.stringify(rows)
}

test('a stored token opens with any secret, and is sealed with the first one at the next sign-in', async () => {
  const adapter = memory()
  const before = await signIn(adapter)
  expect(await opened(before)).toMatchObject({ access_token: ACCESS, refresh_token: REFRESH })
  const newer = 'another secret of more than thirty-two characters'
  expect(await opened(before, [newer, SECRET])).toMatchObject({ refresh_token: REFRESH })
  expect((await opened(before, [newer])).refresh_token).toBeUndefined()
  const after = await signIn(adapter, { secret: [newer, SECRET] })
  expect(await opened(after, [newer])).toMatchObject({ access_token: ACCESS, refresh_token: REFRESH })
})

test('an unencrypted stored token is read, and sealed at the next sign-in', async () => {
  const adapter = memory()
  const before = await signIn(adapter, {
    secret: SECRET,
    providerTokens: { place: 'database', encrypted: false },
  })
  expect(before).toMatchObject({ access_token: ACCESS, refresh_token: REFRESH })
  expect(await opened(before)).toEqual(before)
  const after = await signIn(adapter)
  expect(after.refresh_token).not.toContain(REFRESH)
  expect(await opened(after)).toMatchObject({ access_token: ACCESS, refresh_token: REFRESH })
})

test('`encrypted: false` stores tokens that other libraries can read, and reads sealed tokens', async () => {
  const sealed = await signIn(memory())
  expect(await opened(sealed, [SECRET], 'plain')).toMatchObject({ refresh_token: REFRESH })
  expect(await signIn(memory(), { secret: SECRET, compat: 'authjs' })).toMatchObject({
    access_token: ACCESS,
    refresh_token: REFRESH,
  })
})

test('a sealed token opens only in its row and column', async () => {
  const account = await signIn(memory())
  const { access_token, refresh_token } = account
  const swapped = await opened({
    ...account,
    ...(refresh_token && { access_token: refresh_token }),
    ...(access_token && { refresh_token: access_token }),
  })
  expect([swapped.access_token, swapped.refresh_token]).toEqual([undefined, undefined])
  for (const moved of [{ providerAccountId: 'eve' }, { provider: 'other' }]) {
    const { access_token, refresh_token, id_token } = await opened({ ...account, ...moved })
    expect([access_token, refresh_token, id_token]).toEqual([undefined, undefined, undefined])
  }
})

test('an altered token does not open', async () => {
  const account = await signIn(memory())
  const stored = account.refresh_token ?? ''
  for (const altered of [
    stored.slice(0, -1),
    `${stored}A`,
    stored.replace(/.$/, '!'),
    'authwright.1.',
    'authwright.1....',
  ]) {
    expect((await opened({ ...account, refresh_token: altered })).refresh_token).toBeUndefined()
  }
})

test('a provider token is sealed even if it has the form of a sealed token', async () => {
  const adapter = memory()
  const { access_token: copied = '' } = await signIn(adapter)
  idp.accessToken = copied
  const browser = new Browser(app({ providers: [acme()], fetch: idp.fetch, adapter }).handle)
  const callback = idp.authorize(locationOf(await browser.post('/auth/signin/acme')))
  await browser.send(callback.pathname + callback.search)
  const stored = await adapter.getAccount('ada', 'acme')
  expect(stored && (await opened(stored)).access_token).toBe(copied)
})
