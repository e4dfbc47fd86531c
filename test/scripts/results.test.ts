import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import {
  forget,
  resultFile,
  resultOf,
  stepsOf,
  tableFile,
  wireitScripts,
} from '../../scripts/lib/results.mjs'

const command = 'node scripts/step.mjs …'
const scripts = {
  'of a test: sources': {},
  'of a test: build': { command, output: ['dist'] },
  'of a test: use': { command, dependencies: ['of a test: sources', 'of a test: build'] },
  'of a test: setup': { command: 'node other.mjs' },
  'of a test: suite': { command, dependencies: ['of a test: setup', 'of a test: use'] },
}

function write(name: string, failed: number): void {
  mkdirSync(path.dirname(resultFile(name)), { recursive: true })
  writeFileSync(resultFile(name), JSON.stringify({ passed: 1, failed, skipped: [], seconds: 1 }))
}

afterEach(() => {
  for (const name of Object.keys(scripts)) rmSync(resultFile(name), { force: true })
})

test('the steps of a script are those that it needs, and only what is counted', () => {
  expect(stepsOf(scripts, ['of a test: suite'])).toEqual([
    'of a test: build',
    'of a test: use',
    'of a test: suite',
  ])
})

test('a step without an outcome has not passed', () => {
  expect(resultOf(scripts, 'of a test: build')).toEqual({ missing: [] })
})

test('an earlier outcome does not count for a step whose prerequisite failed', () => {
  write('of a test: use', 0)
  write('of a test: build', 0)
  expect(resultOf(scripts, 'of a test: use')).toMatchObject({ passed: 1 })
  write('of a test: build', 1)
  expect(resultOf(scripts, 'of a test: use')).toEqual({ missing: ['of a test: build'] })
})

test('only outcomes that wireit restores survive the start of a run', () => {
  write('of a test: use', 0)
  write('of a test: build', 0)
  forget(scripts, ['of a test: build', 'of a test: use'])
  expect(resultOf(scripts, 'of a test: build')).toMatchObject({ passed: 1 })
  expect(resultOf(scripts, 'of a test: use')).toEqual({ missing: [] })
})

test('continuous integration runs what runs elsewhere, and more', () => {
  const all = wireitScripts()
  for (const suffix of ['', ', alone']) {
    const [everywhere, integration, long] = ['all', 'all: CI', 'all: long'].map((name) =>
      stepsOf(all, [`${name}${suffix}`]),
    )
    expect(integration).toEqual(expect.arrayContaining([...(everywhere ?? [])]))
    expect(long).toEqual(expect.arrayContaining([...(integration ?? [])]))
  }
})

test('every step belongs to a run', () => {
  const all = wireitScripts()
  const every = Object.keys(all).filter((name) => all[name]?.command?.startsWith('node scripts/step.mjs'))
  expect([...stepsOf(all, ['all: long', 'all: long, alone'])].sort()).toEqual(every.sort())
})

test('a name of wireit is no other script of npm, which wireit rejects', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  const taken = Object.keys(wireitScripts()).filter((name) => ![undefined, 'wireit'].includes(scripts[name]))
  expect(taken).toEqual([])
})

test('a step writes its outcome where wireit expects it', () => {
  for (const [name, { command, output }] of Object.entries(wireitScripts())) {
    if (!command?.startsWith('node scripts/step.mjs ')) continue
    expect(command).toContain(`step.mjs "${name}" `)
    const file = path.basename(resultFile(name))
    if (output !== undefined) expect(output[0]).toBe(`temp/results/${file}`)
  }
})

test('every folder of unit tests belongs to a step', () => {
  const all = wireitScripts()
  const words = ['databases', 'security', 'unit tests'].flatMap(
    (name) => all[name]?.command?.split(' ') ?? [],
  )
  const otherProjects = ['chaos', 'e2e', 'examples', 'migration', 'real-providers', 'runtimes']
  const folders = readdirSync('test').filter((name) => !otherProjects.includes(name))
  expect(words.filter((word) => word.startsWith('test/')).sort()).toEqual(
    folders.map((name) => `test/${name}`).sort(),
  )
})

test('a table of an earlier run is not printed again', () => {
  const name = 'of a test: use'
  mkdirSync(path.dirname(tableFile(name)), { recursive: true })
  writeFileSync(tableFile(name), '| a row |')
  forget(scripts, [name])
  expect(existsSync(tableFile(name))).toBe(false)
})
