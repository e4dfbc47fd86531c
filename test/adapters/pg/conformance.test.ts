import { Pool } from 'pg'
import { afterAll, beforeAll, describe } from 'vitest'
import { type PgAdapter, pg } from '../../../src/adapters/pg.js'
import { capabilities, columnValues, userColumns } from '../../support/conformance-parts.js'
import { conformanceSuite } from '../../support/conformance-suite.js'
import { expirySuite } from '../../support/expiry-suite.js'
import { faulty } from '../../support/faulty.js'
import { signInSuite } from '../../support/sign-in-suite.js'
import { type Database, postgres, postgresDatabase } from '../../support/stores/postgres.js'

describe.skipIf(!postgres.available)(`pg${postgres.note}`, () => {
  let database: Database
  let pool: Pool
  let adapter: PgAdapter
  beforeAll(async () => {
    database = await postgresDatabase()
    pool = new Pool({ connectionString: database.url })
    adapter = pg(pool, { user: userColumns })
  })
  afterAll(async () => {
    await pool.end()
    await database.drop()
  })
  conformanceSuite({
    adapter: () => adapter,
    user: columnValues,
    with: [...capabilities, 'transactions'],
    many: 10_000,
    async faulty(call) {
      // The first call also checks the tables. That check must not count as a call of a method, and must not fail.
      let sound = true
      const { client, failed } = faulty(pool, call, { uses: ['query'], opens: ['connect'] })
      const flaky = pg(
        {
          query: (sql, values) => (sound ? pool : client).query(sql, values as unknown[]),
          connect: () => (sound ? pool : client).connect(),
        },
        { user: userColumns },
      )
      await flaky.getUser('nobody')
      sound = false
      return { adapter: flaky, failed }
    },
  })
  signInSuite(() => adapter)
  expirySuite(() => adapter)
})
