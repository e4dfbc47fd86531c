import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Findings, run } from './parity/exchanges.js'
import { listedDifferences } from './parity/listed.js'
import { textOf } from './parity/observe.js'
import { scenarios } from './parity/scenarios.js'

/*
 * The same requests to Auth.js and to Authwright with `compat: 'authjs'`. A row of docs/migrating/auth-js-differences.md must
 * explain each different response, and each row must be seen in a response.
 */

const findings = new Map<string, Findings>()
beforeAll(async () => {
  for (const { name, site, run: scenario } of scenarios) findings.set(name, await run(name, site, scenario))
}, 60_000)

const found = (): string[] => [...findings.values()].flatMap(({ differences }) => differences.map(textOf))

describe('every difference is listed', () => {
  test.each(scenarios.map(({ name }) => name))(
    'Authwright differs from Auth.js only as listed: %s',
    (name) => {
      const texts = findings.get(name)?.differences.map(textOf) ?? ['The scenario did not run.']
      expect(texts.filter((text) => !listedDifferences.some(({ shows }) => shows.test(text)))).toEqual([])
    },
  )
})

describe('every listed difference', () => {
  test('every listed difference still exists', () => {
    const texts = found()
    const gone = listedDifferences.filter(({ shows }) => !texts.some((text) => shows.test(text)))
    expect(gone).toEqual([])
  })

  test('every listed difference is explained by a row of docs/migrating/auth-js-differences.md', () => {
    const page = readFileSync(new URL('../../docs/migrating/auth-js-differences.md', import.meta.url), 'utf8')
    const rows = new Set([...page.matchAll(/^\| (.+?) \| .+ \|$/gm)].map(([, first]) => first))
    expect(listedDifferences.map(({ row }) => row).filter((row) => !rows.has(row))).toEqual([])
  })
})

test('the comparison with Auth.js has at least 150 exchanges', () => {
  const count = [...findings.values()].reduce((sum, { count }) => sum + count, 0)
  expect(count).toBeGreaterThanOrEqual(150)
})
