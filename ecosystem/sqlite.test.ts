/*
 * sqlite() with the drivers that only this folder has: better-sqlite3, and Cloudflare D1 in workerd. The tests of test/adapters/sqlite
 * run here, too, with better-sqlite3 among the drivers.
 */
import Database from 'better-sqlite3'
import { build } from 'esbuild'
import { Miniflare } from 'miniflare'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { sqlite } from '../src/adapters/sqlite.js'
import { engines, temporaryFile } from '../test/adapters/sqlite/engines.js'
import { conformanceSuite } from '../test/support/conformance-suite.js'
import { expirySuite } from '../test/support/expiry-suite.js'
import { signInSuite } from '../test/support/sign-in-suite.js'
import { d1Database, d1Worker } from './d1.js'

const user = { role: 'admin', phone: '+49 30' }
const columns = {
  role: { type: 'text', values: ['member', 'admin'], default: 'member' },
  phone: 'text',
} as const

it('sqlite() with a path prefers better-sqlite3 to other drivers', async () => {
  expect(engines[0]?.[0]).toBe('better-sqlite3')
  const adapter = sqlite(await temporaryFile())
  await adapter.getUser('x')
  expect(adapter['~driver']).toBe('better-sqlite3')
  await adapter.close()
})

describe('sqlite() on a database of better-sqlite3', () => {
  const database = new Database(':memory:')
  afterAll(() => database.close())
  const adapter = sqlite(database, { user: columns })
  conformanceSuite({
    adapter: () => adapter,
    user,
    with: ['loginRemoval', 'sessionFacts', 'sessionManagement'],
  })
  signInSuite(() => adapter)
  expirySuite(() => adapter)

  it('sqlite() leaves the database open, and keeps the integer mode of the application', async () => {
    const own = new Database(':memory:').defaultSafeIntegers()
    const before = sqlite(own)
    const { id } = await before.createUser({ email: null, emailVerified: new Date(1_700_000_000_123) })
    expect((await before.getUser(id))?.emailVerified).toEqual(new Date(1_700_000_000_123))
    await before.close()
    expect(own.prepare('SELECT id FROM auth_users').all()).toEqual([{ id }])
    own.close()
  })
})

describe('sqlite() on D1 of workerd', () => {
  let miniflare: Miniflare
  let adapter: ReturnType<typeof sqlite<typeof columns>>
  beforeAll(() => {
    miniflare = workerd(d1Worker)
    adapter = sqlite(d1Database(miniflare), { user: columns })
  })
  afterAll(() => miniflare.dispose())

  conformanceSuite({
    adapter: () => adapter,
    user,
    with: ['loginRemoval', 'sessionFacts', 'sessionManagement'],
  })
  signInSuite(() => adapter)
  expirySuite(() => adapter)

  it('sqlite() creates the tables during simultaneous first requests', async () => {
    const fresh = workerd(await worker())
    onTestFinished(() => fresh.dispose())
    const responses = await Promise.all(
      Array.from({ length: 6 }, () => fresh.dispatchFetch('http://localhost/')),
    )
    expect(await Promise.all(responses.map((response) => response.text()))).toEqual(
      Array.from({ length: 6 }, () => 'stored'),
    )
  })
})

/** A workerd that runs one module, with an empty D1 database bound to `DB`. */
function workerd(contents: string): Miniflare {
  return new Miniflare({
    modules: [{ type: 'ESModule', path: 'worker.mjs', contents }],
    d1Databases: ['DB'],
    compatibilityDate: '2026-04-01',
  })
}

/** A worker that stores a user for each request, through one adapter. */
async function worker(): Promise<string> {
  const { outputFiles } = await build({
    bundle: true,
    format: 'esm',
    write: false,
    platform: 'neutral',
    conditions: ['worker', 'import'],
    mainFields: ['module', 'main'],
    external: ['node:*', 'better-sqlite3', 'libsql', '@libsql/client'],
    stdin: {
      resolveDir: import.meta.dirname,
      contents: `
        import { sqlite } from '../dist/adapters/sqlite.js'
        let adapter
        export default {
          async fetch(request, env) {
            adapter ??= sqlite(env.DB)
            const { id } = await adapter.createUser({ email: null, emailVerified: null })
            return new Response((await adapter.getUser(id)) ? 'stored' : 'lost')
          },
        }`,
    },
  })
  return outputFiles[0]?.text ?? ''
}
