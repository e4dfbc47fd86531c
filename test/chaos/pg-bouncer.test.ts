import { Pool } from 'pg'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { type PgAdapter, pg } from '../../src/adapters/pg.js'
import { capabilities } from '../support/conformance-parts.js'
import { conformanceSuite } from '../support/conformance-suite.js'
import { faulty } from '../support/faulty.js'
import { signInSuite } from '../support/sign-in-suite.js'
import { documentedSettings, noPgBouncer, type PgBouncer, pgBouncer } from './support/pg-bouncer.js'
import { type PostgresServer, postgresServer } from './support/postgres-server.js'

/* In transaction mode, each statement may run on another connection of PgBouncer, so the state of a connection cannot be used. */

const missing = noPgBouncer()
if (missing !== undefined) test.skip(`PgBouncer (skipped: ${missing})`)

describe.skipIf(missing !== undefined)('pg through PgBouncer in transaction mode', () => {
  let server: PostgresServer
  let bouncer: PgBouncer
  let pool: Pool
  let adapter: PgAdapter
  beforeAll(async () => {
    server = await postgresServer()
    await server.start()
    bouncer = await pgBouncer(server.port, documentedSettings())
    await bouncer.start()
    pool = new Pool({ connectionString: bouncer.url })
    adapter = pg(pool)
  }, 60_000)
  afterAll(async () => {
    await pool?.end()
    await bouncer?.remove()
    await server?.remove()
  }, 60_000)
  conformanceSuite({
    adapter: () => adapter,
    with: [...capabilities, 'transactions'],
    many: 10_000,
    async faulty(call) {
      // The first call also checks the tables, and must not fail: only calls of a method count.
      let sound = true
      const { client, failed } = faulty(pool, call, { uses: ['query'], opens: ['connect'] })
      const flaky = pg({
        query: (sql, values) => (sound ? pool : client).query(sql, values as unknown[]),
        connect: () => (sound ? pool : client).connect(),
      })
      await flaky.getUser('nobody')
      sound = false
      return { adapter: flaky, failed }
    },
  })
  signInSuite(() => adapter)
})
