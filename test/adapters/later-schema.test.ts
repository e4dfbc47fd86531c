import { createClient } from '@libsql/client'
import { describe, expect, test } from 'vitest'
import type { Adapter } from '../../src/adapters/contract.js'
import { migrations } from '../../src/adapters/pg/migrations.js'
import { pg } from '../../src/adapters/pg.js'
import { sqlite } from '../../src/adapters/sqlite.js'
import { app } from '../support/app.js'
import { Browser, locationOf } from '../support/browser.js'
import { IdentityProvider } from '../support/identity-provider.js'
import { acme } from '../support/providers.js'
import { postgres } from '../support/stores/postgres.js'
import { emptyDatabase, poolOn } from './pg/support.js'
import { temporaryFile } from './sqlite/engines.js'

/*
 * A process with an older schema than the database, as during a rolling deployment or after a rollback. Migrations
 * within a minor version add only tables and nullable columns.
 */

/** A database with the schema of this version, after these statements have run. */
const databases: Record<string, (...statements: string[]) => Promise<Adapter>> = {
  async pg(...statements) {
    const url = await emptyDatabase()
    await pg(poolOn(url)).getUser('none')
    for (const statement of statements) await poolOn(url).query(statement)
    return pg(poolOn(url), { user: { role: 'text' } })
  },
  async sqlite(...statements) {
    const file = await temporaryFile()
    const first = sqlite(file)
    await first.getUser('none')
    await first.close()
    const db = createClient({ url: `file:${file}` })
    for (const statement of statements) await db.execute(statement)
    db.close()
    return sqlite(file, { user: { role: 'text' } })
  },
}

const NEXT = migrations.length + 1

const additions = ['users', 'accounts', 'sessions', 'verification_tokens', 'authenticators'].map(
  (table) => `ALTER TABLE auth_${table} ADD COLUMN "later" text`,
)

describe.each(Object.keys(databases).filter((name) => name !== 'pg' || postgres.available))('%s', (name) => {
  const open = databases[name] as (typeof databases)[string]

  test('a process works with a later schema that only adds tables and columns', async () => {
    const adapter = await open(
      ...additions,
      'CREATE TABLE auth_later ("id" text PRIMARY KEY)',
      `INSERT INTO auth_schema (version, least) VALUES (${NEXT}, 1)`,
    )
    const idp = await IdentityProvider.start()
    const { handle } = app({ providers: [acme()], adapter, fetch: idp.fetch })
    const browser = new Browser(handle)
    const begun = await browser.post('/auth/signin/acme', { callbackUrl: '/inside' })
    const callback = idp.authorize(locationOf(begun))
    expect(locationOf(await browser.send(callback.pathname + callback.search)).pathname).toBe('/inside')
    expect(await browser.session()).not.toBeNull()
    await browser.post('/auth/signout')
    expect(await browser.session()).toBeNull()
  })

  test('a process refuses a later schema that requires a newer version, and the error says so', async () => {
    const adapter = await open(`INSERT INTO auth_schema (version, least) VALUES (${NEXT}, ${NEXT})`)
    await expect(adapter.getUser?.('none')).rejects.toThrow(
      `The database has schema version ${NEXT}, which only works with a version of authwright that supports schema version ${NEXT}. The installed version supports schema version ${migrations.length}.`,
    )
  })

  test('a process refuses a later schema that does not name the minimum version', async () => {
    const adapter = await open(`INSERT INTO auth_schema (version) VALUES (${NEXT})`)
    await expect(adapter.getUser?.('none')).rejects.toThrow(
      `which only works with a version of authwright that supports schema version ${NEXT}`,
    )
  })
})

test('every migration after the first adds only tables, indexes and nullable columns', () => {
  for (const statement of migrations.slice(1).flat()) {
    expect(statement).toMatch(/^(?:CREATE TABLE|CREATE INDEX|ALTER TABLE)/)
    if (!statement.startsWith('ALTER TABLE')) continue
    expect(statement).not.toMatch(/\b(?:DROP|RENAME|ALTER COLUMN|NOT NULL|UNIQUE|SET)\b/)
    expect(statement).toMatch(/ADD COLUMN/)
  }
})
