import { Pool } from 'pg'
import { afterAll, beforeAll, describe } from 'vitest'
import { type PgAdapter, pg } from '../../../src/adapters/pg.js'
import { conformanceSuite } from '../../support/conformance-suite.js'
import { expirySuite } from '../../support/expiry-suite.js'
import { faulty } from '../../support/faulty.js'
import { signInSuite } from '../../support/sign-in-suite.js'
import { type Database, postgres, postgresDatabase } from '../../support/stores/postgres.js'

const columns = {
  role: { type: 'text', values: ['member', 'admin'], default: 'member' },
  phone: 'text',
  credit: 'real',
  logins: { type: 'integer', default: 0 },
  active: { type: 'boolean', default: true },
  born: 'date',
} as const
const user = {
  role: 'admin',
  phone: '+49 30',
  credit: 1.5,
  logins: 3,
  active: false,
  born: new Date(-86_400_000),
}

describe.skipIf(!postgres.available)(`pg${postgres.note}`, () => {
  let database: Database
  let pool: Pool
  let adapter: PgAdapter
  beforeAll(async () => {
    database = await postgresDatabase()
    pool = new Pool({ connectionString: database.url })
    adapter = pg(pool, { user: columns })
  })
  afterAll(async () => {
    await pool.end()
    await database.drop()
  })
  conformanceSuite({
    adapter: () => adapter,
    user,
    with: [
      'accountLeases',
      'accountListing',
      'loginRemoval',
      'passkeyManagement',
      'sessionFacts',
      'sessionManagement',
      'transactions',
    ],
    many: 10_000,
    async faulty(call) {
      // The tables are read at the first use, which is no part of any method.
      let sound = true
      const { client, failed } = faulty(pool, call, { uses: ['query'], opens: ['connect'] })
      const flaky = pg(
        {
          query: (sql, values) => (sound ? pool : client).query(sql, values as unknown[]),
          connect: () => (sound ? pool : client).connect(),
        },
        { user: columns },
      )
      await flaky.getUser('nobody')
      sound = false
      return { adapter: flaky, failed }
    },
  })
  signInSuite(() => adapter)
  expirySuite(() => adapter)
})
