import { afterAll, beforeAll, describe, it } from 'vitest'
import { adapterConformance } from '../../../src/adapters/conformance.js'
import { type PgAdapter, pg } from '../../../src/adapters/pg.js'
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
  let adapter: PgAdapter
  beforeAll(async () => {
    database = await postgresDatabase()
    adapter = pg(database.url, { user: columns })
  })
  afterAll(async () => {
    await adapter.close()
    await database.drop()
  })
  for (const { name, run } of adapterConformance({
    adapter: () => adapter,
    user,
    with: ['sessionManagement'],
  }))
    it(name, run)
  signInSuite(() => adapter)
})
