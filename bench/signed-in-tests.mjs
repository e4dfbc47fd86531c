/*
 * Measures how long ten tests of signed-in users take, from the start of the test runner to its end: with `authwright/testing`, with `testUtils` of Better
 * Auth, and by a real sign-in in a browser before each test. The three variants run alternately. Prints a table for bench/README.md.
 *
 *   node bench/signed-in-tests.mjs
 *   node bench/signed-in-tests.mjs --rounds 20
 */
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { runNode } from '../scripts/lib/run.mjs'
import { median } from './lib/measure.mjs'
import { optional } from './lib/optional.mjs'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '9' } } })
const cwd = fileURLToPath(new URL('lib/signed-in-tests', import.meta.url))
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url))

/** @type {Readonly<Record<string, string>>} */
const files = {
  '`testAuth`': 'kit',
  ...((await optional('better-auth')) && { '`testUtils` of Better Auth': 'better-auth' }),
  'a sign-in in a browser before each test': 'click-through',
}

/** The duration in milliseconds. @param {string} file */
async function time(file) {
  const start = performance.now()
  const { code, output } = await runNode([vitest, 'run', '--no-color', `${file}.test.mjs`], { cwd })
  if (code !== 0 || !/Tests +10 passed/.test(output)) throw new Error(output)
  return performance.now() - start
}

/** @type {Record<string, number[]>} */
const times = {}
/** @type {Record<string, number[]>} */
const ratios = {}
for (let round = -1; round < Number(values.rounds); round++) {
  let own = Number.NaN
  for (const [name, file] of Object.entries(files)) {
    const ms = await time(file)
    if (file === 'kit') own = ms
    // The first round fills caches.
    if (round < 0) continue
    times[name] = [...(times[name] ?? []), ms]
    ratios[name] = [...(ratios[name] ?? []), ms / own]
  }
}

console.log('| ten tests of signed-in users | times as long | median s |')
console.log('|---|---:|---:|')
for (const name of Object.keys(files)) {
  const seconds = median(times[name] ?? []) / 1000
  console.log(`| ${name} | ${median(ratios[name] ?? []).toFixed(2)} | ${seconds.toFixed(2)} |`)
}
