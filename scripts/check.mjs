/*
 * `npm run check`: types, lint, and the unit tests closest to the files that differ from `main`, in about a
 * minute.
 */
import './lib/require-node.mjs'
import { ensureInstalled } from './lib/install.mjs'

ensureInstalled()
const { affectedTests, changedFiles } = await import('./lib/affected-tests.mjs')
const { runStep } = await import('./lib/run-step.mjs')
const { describe, sum } = await import('./lib/tally.mjs')
const { tsc7, vitest } = await import('./steps.mjs')

/** The maximum number of test files. They take about half a minute on two cores. */
const MAX_FILES = 20

const isUnitTest = (/** @type {string} */ file) =>
  /^test\/(?!e2e|examples|migration|real-providers|chaos|frameworks\/((?:accounts|passwords)\/|[^/]+$)).+[.]test[.]ts$/.test(
    file,
  ) && !file.includes('/major')
const tests = affectedTests(changedFiles(), isUnitTest)
const chosen = tests.slice(0, MAX_FILES)
console.log(
  `${tests.length} files of unit tests import what differs from main; the closest ${chosen.length} are run.`,
)

const commands = {
  types: [`${tsc7} -p tsconfig.json`, `${tsc7} -p tsconfig.test.json`],
  lint: ['biome check --error-on-warnings .'],
  tests: chosen.length === 0 ? [] : [`${vitest} --project "unit*" ${chosen.join(' ')}`],
}
const results = []
for (const [name, each] of Object.entries(commands))
  results.push(await runStep(name, { runs: 'everywhere', commands: each }))
const total = sum(results)
for (const [index, name] of Object.keys(commands).entries())
  console.log(`${name.padEnd(8)} ${results[index]?.seconds.toFixed(1).padStart(6)} s`)
console.log(describe(total))
process.exitCode = total.failed === 0 ? 0 : 1
