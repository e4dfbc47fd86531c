/*
 * `npm test`: installs what is missing and has wireit run every check. Names of steps as arguments run these only.
 */
import './lib/require-node.mjs'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { install, isInstalled } from './lib/install.mjs'
import { forget, resultOf, stepsOf, tableFile, wireitScripts } from './lib/results.mjs'
import { root } from './lib/root.mjs'
import { describe, sum } from './lib/tally.mjs'

/** @param {unknown} error @returns {never} */
function fail(error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

/** @returns {{ values: { fast?: boolean, long?: boolean }, positionals: string[] }} */
function readOptions() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { fast: { type: 'boolean' }, long: { type: 'boolean' } },
    })
  } catch (error) {
    const [reason = ''] = error instanceof Error ? error.message.split('. ') : []
    return fail(`${reason}. The options are --fast and --long; names of steps run these only.`)
  }
}

const { values, positionals } = readOptions()
const scripts = wireitScripts()
const every = Object.keys(scripts).filter((name) => stepsOf(scripts, [name]).includes(name))
const unknown = positionals.filter((name) => !every.includes(name))
if (unknown.length > 0)
  fail(`There is no step "${unknown.join('", "')}". The steps are: ${every.join(' · ')}.`)

/** Scripts of `package.json#wireit`. The second of a pair has one step at a time: its suites build applications, or measure. */
function chosen() {
  if (positionals.length > 0) return positionals
  if (values.fast) return ['all: fast']
  const suffix = values.long ? ': long' : process.env['CI'] ? ': CI' : ''
  return [`all${suffix}`, `all${suffix}, alone`]
}

const began = performance.now()
try {
  if (!isInstalled()) {
    console.log('Installing …')
    install()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  console.log('0 passed, 1 failed')
  process.exit(1)
}

// Continuous integration runs each check, whatever ran before.
if (process.env['CI']) rmSync(`${root}/.wireit`, { recursive: true, force: true })
const { execa } = await import('execa')
const steps = stepsOf(scripts, chosen())
forget(scripts, steps)

// Ctrl-C goes to wireit, too, which ends what it runs.
process.on('SIGINT', () => {})
let code = 0
for (const script of chosen()) {
  const { exitCode = 130 } = await execa(process.execPath, ['node_modules/wireit/bin/wireit.js'], {
    cwd: root,
    env: {
      npm_config_user_agent: process.env['npm_config_user_agent'] ?? 'npm/10.0.0',
      npm_lifecycle_event: script,
      // What is up to date is skipped all the same; older outputs are not worth their space.
      WIREIT_CACHE: 'none',
      WIREIT_FAILURES: 'continue',
      WIREIT_PARALLEL: script.endsWith(', alone') ? '1' : '2',
      ...(values.long && { AUTHWRIGHT_LONG: '1' }),
    },
    reject: false,
    stdio: 'inherit',
  })
  if (exitCode === 130) process.exit(130)
  code = Math.max(code, exitCode)
}

const tallies = steps.map((name) => {
  const result = resultOf(scripts, name)
  const outcome =
    'missing' in result ? 'not run' : result.failed > 0 ? 'FAILED' : result.passed > 0 ? 'ok' : 'SKIPPED'
  const seconds = 'missing' in result ? '' : `${result.seconds.toFixed(1).padStart(6)} s`
  const tally = 'missing' in result ? { passed: 0, failed: 1, skipped: [] } : result
  console.log(`${name.padEnd(32)} ${`${outcome}, ${describe(tally)}`.padEnd(36)} ${seconds}`)
  if ('missing' in result) console.log(`    | not run: without ${result.missing.join(', ') || 'an outcome'}`)
  for (const skipped of tally.skipped) console.log(`    | skipped: ${skipped}`)
  return tally
})
for (const table of steps.map(tableFile))
  if (existsSync(table)) console.log(`\n${readFileSync(table, 'utf8').trim()}`)
const total = sum(tallies)
// A script that is not counted may have failed, such as the preparation of a step.
if (code !== 0 && total.failed === 0) tallies.push({ passed: 0, failed: 1, skipped: [] })
console.log(`\nThis took ${Math.round((performance.now() - began) / 1000)} s.`)
console.log(describe(sum(tallies)))
process.exitCode = sum(tallies).failed === 0 ? 0 : 1
