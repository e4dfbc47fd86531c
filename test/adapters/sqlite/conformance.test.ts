import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe } from 'vitest'
import type { Adapter } from '../../../src/adapters/contract.js'
import { declareColumns } from '../../../src/adapters/sql/user-columns.js'
import type { SqliteClient } from '../../../src/adapters/sqlite/client.js'
import { createSqliteAdapter } from '../../../src/adapters/sqlite/create-adapter.js'
import { openFile } from '../../../src/adapters/sqlite/open-file.js'
import { capabilities, columnValues, userColumns } from '../../support/conformance-parts.js'
import { conformanceSuite } from '../../support/conformance-suite.js'
import { expirySuite } from '../../support/expiry-suite.js'
import { faulty } from '../../support/faulty.js'
import { signInSuite } from '../../support/sign-in-suite.js'
import { engines } from './engines.js'

const folder = mkdtempSync(join(tmpdir(), 'authwright-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe.each(engines)('sqlite on %s', (name, load) => {
  describe.each([
    ['a file', join(folder, `${name.replace(/\W/g, '-')}.db`)],
    ['memory', ':memory:'],
  ])('in %s', (_place, file) => {
    const client = openFile(file, [load])
    const columns = declareColumns('sqlite', userColumns)
    const over = (open: () => Promise<SqliteClient>): Adapter => {
      const opened = async () => ({ ...bound(await open()), close: () => undefined })
      return createSqliteAdapter({ place: file, open: opened, columns })
    }
    const adapter = over(() => client)
    afterAll(async () => (await client).close())
    conformanceSuite({
      adapter: () => adapter,
      user: columnValues,
      with: capabilities,
      many: 10_000,
      async faulty(call) {
        // The first call also checks the tables. That check must not count as a call of a method, and must not fail.
        let sound = true
        const flaky = faulty(await client, call, { uses: ['execute', 'batch'] })
        const sounds = await client
        const some = over(async () => ({
          execute: (statement) => (sound ? sounds : flaky.client).execute(statement),
          batch: (statements, mode) => (sound ? sounds : flaky.client).batch(statements, mode),
        }))
        await some.getUser?.('nobody')
        sound = false
        return { adapter: some, failed: flaky.failed }
      },
    })
    signInSuite(() => adapter)
    expirySuite(() => adapter)
  })
})

function bound(client: SqliteClient): SqliteClient {
  return {
    execute: (statement) => client.execute(statement),
    batch: (statements, mode) => client.batch(statements, mode),
  }
}
