/**
 * @typedef {object} Tally
 * @property {number} passed
 * @property {number} failed
 * @property {readonly string[]} skipped the names of skipped tests
 * @property {readonly string[]} failures the names of failed tests, and why they failed
 */

/** @param {readonly Tally[]} tallies @returns {Tally} */
export function sum(tallies) {
  return {
    passed: tallies.reduce((total, { passed }) => total + passed, 0),
    failed: tallies.reduce((total, { failed }) => total + failed, 0),
    skipped: tallies.flatMap(({ skipped }) => skipped),
    failures: tallies.flatMap(({ failures }) => failures),
  }
}

/** @param {Tally} tally @returns {string} `N passed, N failed`, and `, N skipped` if there are any */
export function describe({ passed, failed, skipped }) {
  const counts = `${passed} passed, ${failed} failed`
  return skipped.length === 0 ? counts : `${counts}, ${skipped.length} skipped`
}

/** @param {number} code @returns {Tally} */
export function tallyCheck(code) {
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: [], failures: [] }
}

/**
 * Counts a suite that cannot run because something is missing: as skipped, or as failed if `CI` is set.
 *
 * @param {string} name
 * @param {{ readonly CI?: string | undefined }} environment
 * @returns {Tally}
 */
export function tallyNotRun(name, { CI }) {
  return { passed: 0, failed: CI ? 1 : 0, skipped: CI ? [] : [name], failures: [] }
}

/**
 * A program also fails if it runs no test, or if it ends with an error without a failed test.
 *
 * @param {number} code exit code of the program
 * @param {string} output
 * @returns {Tally}
 */
export function tallyLine(code, output) {
  const last = [...output.matchAll(/^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?\s*$/gm)].at(-1)
  if (last === undefined) return { passed: 0, failed: 1, skipped: [], failures: [] }
  const [passed = 0, failed = 0, skipped = 0] = last.slice(1).map((count) => Number(count ?? 0))
  const names = namedIn(output, /^skipped: (.+)$/gm)
  const nothingRan = passed + failed + skipped === 0
  return {
    passed,
    failed: Math.max(failed, code !== 0 || nothingRan ? 1 : 0),
    skipped: Array.from({ length: skipped }, (_, index) => names[index] ?? `test ${index + 1}`),
    failures: namedIn(output, /^failed: (.+)$/gm),
  }
}

/** @param {string} output @param {RegExp} line with one group */
function namedIn(output, line) {
  return [...output.matchAll(line)].map(([, name = '']) => name)
}

/** A program without the line `N passed, N failed` counts as one test. @param {number} code @param {string} output @returns {Tally} */
export function tallyOutput(code, output) {
  return /^\d+ passed, \d+ failed/m.test(output) ? tallyLine(code, output) : tallyCheck(code)
}
