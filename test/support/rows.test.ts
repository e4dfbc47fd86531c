import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { rows, waiting } from './rows.js'

const folder = path.resolve(import.meta.dirname, '..')

/** The ids with which the names of tests begin, and the tables that they are made from: one, or several with commas between them. */
function tested(): Set<string> {
  const ids = new Set<string>()
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts') || file.endsWith(path.join('support', 'rows.ts'))) continue
    const source = readFileSync(path.join(folder, file), 'utf8')
    for (const [, names = ''] of source.matchAll(/['"`]((?:[A-Z]{2}-\d+(?:, )?)+)(?=[:,'"`])/g)) {
      for (const id of names.split(', ')) ids.add(id)
    }
  }
  return ids
}

const all = Object.entries(rows).flatMap(([section, numbers]) => numbers.map((row) => `${section}-${row}`))
const left = Object.values(waiting).flat()

test('every row of the table of security cases has a test, or a reason why it waits', () => {
  const ids = tested()
  expect(all.filter((id) => !ids.has(id) && !left.includes(id))).toEqual([])
})

test('no row waits that has a test', () => {
  const ids = tested()
  expect(left.filter((id) => ids.has(id))).toEqual([])
})

test('every row that a test or note names exists', () => {
  const known = new Set(all)
  const named = [...tested(), ...left].filter((id) => Object.hasOwn(rows, id.slice(0, 2)))
  expect(named.filter((id) => !known.has(id))).toEqual([])
})
