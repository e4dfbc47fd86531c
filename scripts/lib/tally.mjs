import { existsSync, readFileSync } from 'node:fs'

/**
 * @typedef {object} Tally
 * @property {number} passed
 * @property {number} failed
 * @property {readonly string[]} skipped the names of what was skipped
 */

/**
 * Adds up what several steps counted.
 *
 * @param {readonly Tally[]} tallies
 * @returns {Tally}
 */
export function sum(tallies) {
  return {
    passed: tallies.reduce((total, { passed }) => total + passed, 0),
    failed: tallies.reduce((total, { failed }) => total + failed, 0),
    skipped: tallies.flatMap(({ skipped }) => skipped),
  }
}

/**
 * @param {Tally} tally
 * @returns {string} `N passed, N failed`, and `, N skipped` where something was
 */
export function describe({ passed, failed, skipped }) {
  const counts = `${passed} passed, ${failed} failed`
  return skipped.length === 0 ? counts : `${counts}, ${skipped.length} skipped`
}

/**
 * A step that counts as one test.
 *
 * @param {number} code its exit code
 * @returns {Tally}
 */
export function tallyCheck(code) {
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: [] }
}

/**
 * A step that could not run because something is missing. Its name is reported as skipped; where `CI` is set,
 * a gap is a failure. So is everywhere a request that is mistaken.
 *
 * @param {string} name
 * @param {'missing' | 'mistake'} why
 * @param {{ readonly CI?: string | undefined }} environment
 * @returns {Tally}
 */
export function tallyNotRun(name, why, { CI }) {
  const failed = why === 'mistake' || Boolean(CI)
  return { passed: 0, failed: failed ? 1 : 0, skipped: failed ? [] : [name] }
}

/**
 * A step that prints its own counts: the last line `N passed, N failed` of its output. Without one it has
 * failed, and so has one that ends with an error after counting no failure.
 *
 * @param {number} code its exit code
 * @param {string} output
 * @returns {Tally}
 */
export function tallyLine(code, output) {
  const lines = [...output.matchAll(/^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?\s*$/gm)]
  const last = lines.at(-1)
  if (last === undefined) return { passed: 0, failed: 1, skipped: [] }
  const [passed = 0, failed = 0, skipped = 0] = last.slice(1).map((count) => Number(count ?? 0))
  const nothingRan = passed + failed + skipped === 0
  return {
    passed,
    failed: Math.max(failed, code !== 0 || nothingRan ? 1 : 0),
    skipped: Array.from({ length: skipped }, (_, index) => `test ${index + 1}`),
  }
}

/**
 * @typedef {object} VitestReport
 * @property {{ name: string, status: string, assertionResults: { fullName: string, status: string }[] }[]} testResults
 */

/**
 * A run of vitest, from its JSON report. A file that could not be loaded counts as a failed test, and so does
 * an error outside of every test.
 *
 * @param {number} code its exit code
 * @param {string} file the report
 * @returns {Tally}
 */
export function tallyVitest(code, file) {
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: [] }
  /** @type {VitestReport} */
  const { testResults } = JSON.parse(readFileSync(file, 'utf8'))
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  const passed = tests.filter(({ status }) => status === 'passed').length
  const failedTests = tests.filter(({ status }) => status === 'failed').length
  const brokenFiles = testResults.filter(({ status, assertionResults }) => {
    return status === 'failed' && assertionResults.every((test) => test.status !== 'failed')
  }).length
  const failed = failedTests + brokenFiles
  const skipped = tests
    .filter(({ status }) => status !== 'passed' && status !== 'failed')
    .map(({ fullName }) => fullName)
  return { passed, failed: Math.max(failed, code === 0 ? 0 : 1), skipped }
}
