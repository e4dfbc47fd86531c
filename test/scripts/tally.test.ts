import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, describe as suite, test } from 'vitest'
import { describe, sum, tallyCheck, tallyLine, tallyNotRun, tallyVitest } from '../../scripts/lib/tally.mjs'

suite('a step that prints its counts', () => {
  test('its last line of counts is taken', () => {
    const output = '1 passed, 0 failed\nmore\n12 passed, 3 failed, 2 skipped\nbye\n'
    expect(tallyLine(1, output)).toMatchObject({ passed: 12, failed: 3, skipped: ['test 1', 'test 2'] })
  })

  test('fails without a line of counts, whatever its exit code', () => {
    expect(tallyLine(0, 'all is well\nI had 3 passed, 0 failed\n')).toMatchObject({ passed: 0, failed: 1 })
  })

  test('fails with an error exit code after counting no failure', () => {
    expect(tallyLine(1, '3 passed, 0 failed\n')).toMatchObject({ passed: 3, failed: 1 })
  })

  test('fails when nothing ran', () => {
    expect(tallyLine(0, '0 passed, 0 failed\n')).toMatchObject({ failed: 1 })
  })
})

suite('a step that could not run', () => {
  test('is skipped by name where a person reads it', () => {
    expect(tallyNotRun('end to end', 'missing', {})).toEqual({
      passed: 0,
      failed: 0,
      skipped: ['end to end'],
    })
  })

  test('has failed where a machine reads it', () => {
    expect(tallyNotRun('end to end', 'missing', { CI: 'true' })).toEqual({
      passed: 0,
      failed: 1,
      skipped: [],
    })
  })

  test('has failed where somebody made a mistake', () => {
    expect(tallyNotRun('end to end', 'mistake', {})).toEqual({ passed: 0, failed: 1, skipped: [] })
  })
})

suite('a run of vitest', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'authwright-tally-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const report = (testResults: object[]): string => {
    const file = path.join(folder, 'report.json')
    writeFileSync(file, JSON.stringify({ testResults }))
    return file
  }
  const passing = { fullName: 'works', status: 'passed' }

  test('tests are counted, and skipped ones are named', () => {
    const assertionResults = [
      passing,
      { fullName: 'breaks', status: 'failed' },
      { fullName: 'node:sqlite keeps sessions', status: 'skipped' },
      { fullName: 'later', status: 'todo' },
    ]
    const file = report([{ name: 'a.test.ts', status: 'failed', assertionResults }])
    expect(tallyVitest(1, file)).toEqual({
      passed: 1,
      failed: 1,
      skipped: ['node:sqlite keeps sessions', 'later'],
    })
  })

  test('a file that cannot be loaded is a failure', () => {
    const file = report([
      { name: 'a.test.ts', status: 'passed', assertionResults: [passing] },
      { name: 'b.test.ts', status: 'failed', assertionResults: [] },
    ])
    expect(tallyVitest(1, file)).toMatchObject({ passed: 1, failed: 1 })
  })

  test('an error outside of every test is a failure', () => {
    const file = report([{ name: 'a.test.ts', status: 'passed', assertionResults: [passing] }])
    expect(tallyVitest(1, file)).toMatchObject({ passed: 1, failed: 1 })
  })

  test('a run that leaves no report is a failure', () => {
    expect(tallyVitest(0, path.join(folder, 'none.json'))).toMatchObject({ passed: 0, failed: 1 })
  })
})

test('the closing line names skipped tests only where there are some', () => {
  const tallies = [tallyCheck(0), tallyCheck(1), tallyLine(0, '5 passed, 0 failed')]
  expect(describe(sum(tallies))).toBe('6 passed, 1 failed')
  expect(describe(sum([...tallies, { passed: 0, failed: 0, skipped: ['end to end'] }]))).toBe(
    '6 passed, 1 failed, 1 skipped',
  )
})
