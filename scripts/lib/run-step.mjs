import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { browserAdvice, canInstallPackages, findBrowser, installPackages } from './programs.mjs'
import { root } from './root.mjs'
import { sum, tallyCheck, tallyNotRun, tallyOutput } from './tally.mjs'

const long = process.env['AUTHWRIGHT_LONG'] !== undefined
const isWindows = process.platform === 'win32'

/** @typedef {import('./tally.mjs').Tally & { readonly seconds: number }} Result */

/** @type {Set<() => void>} */
const running = new Set()

// Except on Windows, each command runs in a separate process group, so that terminating it also terminates the
// servers that it started. Ctrl-C then reaches only this process.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.on(signal, () => {
    for (const end of running) end()
    process.exit(130)
  })
}

/**
 * Prints the lines immediately, each after the name of the step, because several steps may run at once.
 *
 * @param {string} name
 * @param {import('../steps.mjs').Step} step
 * @returns {Promise<Result>}
 */
export async function runStep(name, { commands, browser, minutes = 30 }) {
  const started = performance.now()
  const print = (/** @type {string} */ line) => console.log(`${name} | ${line}`)
  const table = tableFile(name)
  mkdirSync(path.dirname(table), { recursive: true })
  rmSync(table, { force: true })
  /** @type {import('./tally.mjs').Tally[]} */
  const tallies = []
  try {
    const chromium = browser ? await requireBrowser() : undefined
    const end = started + minutes * (long ? 6 : 1) * 60_000
    const env = { AUTHWRIGHT_TABLE: table, ...(chromium && { CHROMIUM_PATH: chromium }) }
    for (const command of commands) {
      const timeout = end - performance.now()
      print(`${timeout > 0 ? '$' : 'Not started: no time is left.'} ${command}`)
      tallies.push(timeout > 0 ? await runCommand(command, env, timeout, print) : tallyCheck(1))
    }
  } catch (error) {
    print(error instanceof Error ? error.message : String(error))
    tallies.push(error instanceof NoBrowser ? tallyNotRun(name, process.env) : tallyCheck(1))
  }
  return { ...sum(tallies), seconds: (performance.now() - started) / 1000 }
}

/** @param {string} name */
function tableFile(name) {
  return path.join(root, 'temp/tables', `${name.replaceAll(' ', '-')}.md`)
}

/** @param {string} name @returns {string | undefined} */
export function tableOf(name) {
  const file = tableFile(name)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
}

class NoBrowser extends Error {}

async function requireBrowser() {
  const missing = findBrowser() === undefined && canInstallPackages()
  const failure = missing ? await installPackages(['chromium']) : undefined
  const found = findBrowser()
  if (found !== undefined) return found
  const reason = failure
    ? `Chromium could not be installed (${failure}).`
    : 'No Chromium or Chrome was found.'
  throw new NoBrowser(`The suite did not run. ${reason} ${browserAdvice}`)
}

/**
 * @param {string} command
 * @param {Readonly<Record<string, string>>} variables
 * @param {number} timeout in milliseconds
 * @param {(line: string) => void} print
 */
async function runCommand(command, variables, timeout, print) {
  const child = spawn(command, {
    cwd: root,
    detached: !isWindows,
    env: {
      ...process.env,
      PATH: `${path.join(root, 'node_modules/.bin')}${path.delimiter}${process.env['PATH']}`,
      NO_COLOR: '1',
      ...(long && { AUTHWRIGHT_SESSIONS: '10000' }),
      ...variables,
    },
    shell: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const kill = (/** @type {NodeJS.Signals} */ signal) => {
    try {
      if (isWindows || child.pid === undefined) child.kill(signal)
      else process.kill(-child.pid, signal)
    } catch {
      // The process has already ended.
    }
  }
  const end = () => kill('SIGTERM')
  running.add(end)
  let isLate = false
  let timer = setTimeout(() => {
    isLate = true
    print(`Terminated: it took too long. ${command}`)
    end()
    timer = setTimeout(() => kill('SIGKILL'), 3_000)
  }, timeout)
  /** @type {string[]} */
  const lines = []
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line)
      print(line)
    })
  }
  const code = await new Promise((resolve) => child.on('close', resolve))
  clearTimeout(timer)
  running.delete(end)
  // After a timeout, the step has failed even if the program ended with exit code 0 after SIGTERM.
  return tallyOutput(isLate ? 1 : (code ?? 1), lines.join('\n'))
}
