/*
 * `npm test`: installs missing packages and runs the steps of scripts/steps.mjs. Arguments are the names of
 * the only steps to run.
 */
import './lib/require-node.mjs'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { ensureInstalled } from './lib/install.mjs'

const startedAt = performance.now()
const { values, positionals } = parseArgs({ allowPositionals: true, options: { long: { type: 'boolean' } } })
ensureInstalled()

if (values.long) process.env['AUTHWRIGHT_LONG'] = '1'
const { steps } = await import('./steps.mjs')
const { runStep, tableOf } = await import('./lib/run-step.mjs')
const { describe, sum } = await import('./lib/tally.mjs')

const names = Object.keys(steps)
const unknown = positionals.filter((name) => !names.includes(name))
if (unknown.length > 0) {
  console.error(`There is no step "${unknown.join('", "')}". The steps are: ${names.join(' · ')}.`)
  process.exit(1)
}

const included = values.long
  ? ['everywhere', 'CI', 'long']
  : process.env['CI']
    ? ['everywhere', 'CI']
    : ['everywhere']
const chosen = Object.entries(steps).filter(([name, { runs }]) =>
  positionals.length > 0 ? positionals.includes(name) : included.includes(runs),
)

/** @type {Map<string, import('./lib/run-step.mjs').Result>} */
const results = new Map()
/** @param {typeof chosen} queue */
async function runAll(queue) {
  for (let next = queue.shift(); next !== undefined; next = queue.shift())
    results.set(next[0], await runStep(...next))
}

const build = steps['build']
const needsBuild = chosen.some(([name, { built }]) => built || name === 'build')
if (needsBuild && build) results.set('build', await runStep('build', build))
// After a failed build, the other steps would test an earlier build, so they do not run.
if (results.get('build')?.failed !== 1) {
  const rest = chosen.filter(([name]) => name !== 'build')
  const parallel = rest.filter(([, { alone }]) => !alone)
  const workers = Math.max(2, Math.floor(availableParallelism() / 2))
  await Promise.all(Array.from({ length: workers }, () => runAll(parallel)))
  await runAll(rest.filter(([, { alone }]) => alone))
}

console.log('')
for (const [name, result] of results) {
  const outcome = result.failed > 0 ? 'FAILED' : result.passed > 0 ? 'ok' : 'SKIPPED'
  console.log(
    `${name.padEnd(28)} ${`${outcome}, ${describe(result)}`.padEnd(36)} ${result.seconds.toFixed(1).padStart(6)} s`,
  )
  for (const skipped of result.skipped) console.log(`    | skipped: ${skipped}`)
  for (const failure of result.failures) console.log(`    | failed: ${failure}`)
}
for (const name of results.keys()) {
  const table = tableOf(name)
  if (table !== undefined) console.log(`\n${table}`)
}
const total = sum([...results.values()])
console.log(`\nThis took ${Math.round((performance.now() - startedAt) / 1000)} s.`)
console.log(describe(total))
process.exitCode = total.failed === 0 ? 0 : 1
