/*
 * `npm test`: installs what is missing and runs every check. Names of steps as arguments run these only.
 */
import './lib/require-node.mjs'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ensureBrowser } from './lib/browser.mjs'
import { install, isInstalled } from './lib/install.mjs'
import { readOptions } from './lib/options.mjs'
import { runNode } from './lib/run.mjs'
import { schedule } from './lib/schedule.mjs'
import { steps } from './lib/steps.mjs'
import { describe, sum, tallyCheck, tallyLine, tallyNotRun, tallyVitest } from './lib/tally.mjs'

const { values, positionals } = readOptions(process.argv.slice(2))

const all = steps()
const unknown = positionals.filter((name) => !all.some((step) => step.name === name))
if (unknown.length > 0) {
  console.error(
    `There is no step "${unknown.join('", "')}". The steps are: ${all.map(({ name }) => name).join(' · ')}.`,
  )
  process.exit(1)
}
const chosen = all
  .filter(({ name }) => positionals.length === 0 || positionals.includes(name))
  .filter(({ group }) => !values.fast || group === 'fast')
  .filter(({ name, group }) => group !== 'long' || values.long || positionals.includes(name))

/** @type {import('./lib/tally.mjs').Tally[]} */
const tallies = []

/** @param {string} name @param {string} outcome @param {number} since */
function line(name, outcome, since) {
  const seconds = ((performance.now() - since) / 1000).toFixed(1)
  console.log(`${name.padEnd(32)} ${outcome.padEnd(36)} ${seconds.padStart(6)} s`)
}

/**
 * Output of a step, marked as such: a line of it cannot be taken for the last line of this run.
 *
 * @param {string} output
 */
function quote(output) {
  for (const text of output.trimEnd().split('\n')) console.log(`    | ${text}`)
}

const began = performance.now()
try {
  if (!isInstalled()) {
    console.log('Installing …')
    await install()
    line('install', 'ok', began)
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  console.log('0 passed, 1 failed')
  process.exit(1)
}

const results = mkdtempSync(path.join(tmpdir(), 'authwright-results-'))
process.once('exit', () => rmSync(results, { recursive: true, force: true }))

// Installing a browser takes a while, so it begins at once and only what needs it waits.
const browser = chosen.some(({ needs }) => needs === 'browser') ? ensureBrowser() : undefined
browser?.catch(() => {})

/** @param {import('./lib/steps.mjs').Step} step @returns {Promise<boolean>} */
async function perform(step) {
  const started = performance.now()
  /** @type {NodeJS.ProcessEnv} */
  const env = { NO_COLOR: '1', ...(values.long && { AUTHWRIGHT_SESSIONS: '10000' }), ...step.env }

  if (step.needs === 'browser' && browser !== undefined) {
    const found = await browser.catch((error) => ({ mistake: String(error.message) }))
    if (!('path' in found)) {
      const tally = tallyNotRun(step.name, 'mistake' in found ? 'mistake' : 'missing', process.env)
      tallies.push(tally)
      line(step.name, tally.failed === 0 ? 'SKIPPED' : 'FAILED', started)
      quote(`The suite "${step.name}" did not run. ${'mistake' in found ? found.mistake : found.problem}`)
      return tally.failed === 0
    }
    env.CHROMIUM_PATH = found.path
  }

  const reportFile = path.join(results, `${step.name.replaceAll(/\W+/g, '-')}.json`)
  const args = [...step.args]
  if (step.counts === 'vitest') {
    // The first reporter tells of failed tests only.
    args.push('--reporter=minimal', '--reporter=json', `--outputFile.json=${reportFile}`)
    const testTimeout = step.testTimeout ?? (values.long ? 300_000 : undefined)
    if (testTimeout !== undefined) args.push(`--testTimeout=${testTimeout}`)
  }
  const timeout = (step.timeout ?? 300_000) * (values.long ? 6 : 1)
  const { code, output } = await runNode(args, { env, timeout })

  const tally =
    step.counts === 'check'
      ? tallyCheck(code)
      : step.counts === 'line'
        ? tallyLine(code, output)
        : tallyVitest(code, reportFile)
  tallies.push(tally)
  const counts = step.counts === 'check' ? [] : [describe(tally)]
  line(step.name, [tally.failed === 0 ? 'ok' : 'FAILED', ...counts].join(', '), started)
  if (tally.failed > 0) quote(output)
  else for (const name of tally.skipped) quote(`skipped: ${name}`)
  return tally.failed === 0
}

await schedule(chosen, perform, (step, failed) => {
  tallies.push({ passed: 0, failed: 1, skipped: [] })
  line(step.name, `FAILED: not run without ${failed.join(', ')}`, performance.now())
})

const total = sum(tallies)
console.log(`\nThis took ${Math.round((performance.now() - began) / 1000)} s.`)
console.log(describe(total))
process.exitCode = total.failed === 0 ? 0 : 1
