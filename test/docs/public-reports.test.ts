import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { reportedResponses } from '../providers/catalogue/reported-responses.js'

const page = readFileSync('docs/contributing/public-reports.md', 'utf8')

/** The part of the page below a heading. */
const section = (heading: string): string => page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''

test.each([
  ['December 2025 to November 2026', 'test/core/recent-public-reports.node.test.ts', 40],
  ['Earlier', 'test/core/public-reports.test.ts', 30],
])(
  'docs/contributing/public-reports.md, %s: each row has a test in %s, and each test a row',
  (heading, file, count) => {
    const report = /[\w.-]+\/[\w.-]+[#@]\w+(?=[:'])/g
    const tested = new Set(readFileSync(file, 'utf8').match(report))
    const listed = section(heading).match(/(?<=^\| \[)[^\]]+/gm) ?? []
    expect(listed.length).toBeGreaterThanOrEqual(count)
    expect(new Set(listed)).toEqual(tested)
    expect(new Set(listed).size).toBe(listed.length)
  },
)

test('docs/contributing/public-reports.md lists every report that a test of a provider names', () => {
  const providers = section('Responses of forty providers')
  expect(new Set(reportedResponses.map(({ fixture }) => fixture.provider.id)).size).toBeGreaterThanOrEqual(40)
  for (const { fixture, reports } of reportedResponses) {
    const rows = providers.split('\n').filter((row) => row.startsWith(`| [${fixture.provider.id}]`))
    for (const report of reports) expect(rows.join()).toContain(`(${report})`)
  }
})

test('docs/contributing/public-advisories.md: each advisory marked "holds" has a test, and each tested advisory has a row', () => {
  const advisories = readFileSync('docs/contributing/public-advisories.md', 'utf8')
  const rows = [
    ...advisories.matchAll(/^\| \[(GHSA(?:-\w{4}){3})\].* \| (holds|does not apply: .+?)(?:: .*)? \|$/gm),
  ]
  expect(rows).toHaveLength(advisories.split('\n| [').length - 1)
  const named = readFileSync('test/core/advisories.node.test.ts', 'utf8').match(/GHSA(?:-\w{4}){3}(?=: )/g)
  const held = rows.flatMap(([, id, result]) => (result === 'holds' ? [id] : []))
  expect(new Set(named)).toEqual(new Set(held))
  expect(new Set(held).size).toBe(held.length)
})
