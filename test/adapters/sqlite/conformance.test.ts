import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, it } from 'vitest'
import { adapterConformance } from '../../../src/adapters/conformance.js'
import { signInSuite } from '../../support/sign-in-suite.js'
import { engines, sqliteOn } from './engines.js'

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

const folder = mkdtempSync(join(tmpdir(), 'authwright-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe.each(engines)('sqlite on %s', (name, load) => {
  describe.each([
    ['a file', join(folder, `${name.replace(/\W/g, '-')}.db`)],
    ['memory', ':memory:'],
  ])('in %s', (_place, file) => {
    const adapter = sqliteOn(load, file, columns)
    afterAll(() => adapter.close())
    for (const { name, run } of adapterConformance({
      adapter: () => adapter,
      user,
      with: ['sessionManagement'],
    }))
      it(name, run)
    signInSuite(() => adapter)
  })
})
