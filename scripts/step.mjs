/*
 * One check of `npm test`. wireit runs it with what `package.json#wireit` says; its outcome goes to temp/results, where `npm test` adds up all.
 *
 *   node scripts/step.mjs "<name>" [options] -- <script or entry file of a tool> [argument…]
 *
 * What the step appends to the file that `AUTHWRIGHT_TABLE` names, `npm test` prints also where all passed.
 *
 * --counts   how its tests are counted: `check`, as one (default); `line`, by the line `N passed, N failed` that it prints; `vitest`, by its report
 * --minutes  after which it is terminated, 15 by default and six times as long in `npm run test:long`
 * --test-minutes  for each test of Vitest
 * --browser  it needs Chromium or Chrome, which root installs on Debian, and is skipped where there is none
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { execa } from 'execa'
import { browserAdvice, canInstallPackages, findBrowser, installPackages } from './lib/programs.mjs'
import { resultFile, tableFile } from './lib/results.mjs'
import { root } from './lib/root.mjs'
import { tallyCheck, tallyLine, tallyNotRun, tallyVitest } from './lib/tally.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    browser: { type: 'boolean' },
    counts: { type: 'string', default: 'check' },
    minutes: { type: 'string', default: '15' },
    'test-minutes': { type: 'string' },
  },
})
const [name = '', ...args] = positionals
const long = process.env['AUTHWRIGHT_LONG'] !== undefined
const report = resultFile(`${name} report`)
const table = tableFile(name)
const started = performance.now()

mkdirSync(path.dirname(table), { recursive: true })
rmSync(table, { force: true })

/** @param {import('./lib/tally.mjs').Tally} tally @param {string} output */
function finish(tally, output) {
  const seconds = (performance.now() - started) / 1000
  writeFileSync(resultFile(name), `${JSON.stringify({ ...tally, seconds })}\n`)
  rmSync(report, { force: true })
  if (tally.failed > 0) console.log(output.trim())
  process.exitCode = tally.failed === 0 ? 0 : 1
}

/** The browser, installed where it can be. Without one the step is finished, and says why. */
async function browser() {
  try {
    const missing = findBrowser() === undefined && canInstallPackages()
    const failure = missing ? await installPackages(['chromium']) : undefined
    const found = findBrowser()
    const reason = failure
      ? `Chromium could not be installed (${failure}).`
      : 'No Chromium or Chrome was found.'
    if (found === undefined)
      finish(
        tallyNotRun(name, 'missing', process.env),
        `The suite "${name}" did not run. ${reason} ${browserAdvice}`,
      )
    return found
  } catch (error) {
    finish(tallyNotRun(name, 'mistake', process.env), error instanceof Error ? error.message : String(error))
    return undefined
  }
}

/** @param {string | undefined} browserPath */
async function perform(browserPath) {
  if (values.counts === 'vitest') {
    // The first reporter prints failed tests only.
    args.push('--reporter=minimal', '--reporter=json', `--outputFile.json=${report}`)
    const minutes = values['test-minutes'] ?? (long ? '5' : undefined)
    if (minutes !== undefined) args.push(`--testTimeout=${Number(minutes) * 60_000}`)
  }
  const child = execa(process.execPath, args, {
    all: true,
    cwd: root,
    env: {
      NO_COLOR: '1',
      AUTHWRIGHT_TABLE: table,
      ...(long && { AUTHWRIGHT_SESSIONS: '10000' }),
      ...(browserPath !== undefined && { CHROMIUM_PATH: browserPath }),
    },
    reject: false,
    stdin: 'ignore',
  })
  const minutes = Number(values.minutes) * (long ? 6 : 1)
  const timer = setTimeout(() => {
    finish(tallyCheck(1), `Terminated: "${name}" took longer than ${minutes} minutes.`)
    // wireit starts each step in a process group: the servers that a suite has started end with it.
    process.on('SIGTERM', () => {})
    process.kill(0, 'SIGTERM')
    setTimeout(() => process.kill(0, 'SIGKILL'), 3_000)
  }, minutes * 60_000)
  const { exitCode = 1, all } = await child
  clearTimeout(timer)
  if (values.counts === 'vitest') finish(tallyVitest(exitCode, report), all)
  else finish(values.counts === 'line' ? tallyLine(exitCode, all) : tallyCheck(exitCode), all)
}

const chromium = values.browser ? await browser() : undefined
if (!values.browser || chromium !== undefined) await perform(chromium)
