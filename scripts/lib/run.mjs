import { spawn } from 'node:child_process'
import { root } from './root.mjs'

/**
 * @typedef {object} RunResult
 * @property {number} code exit code; 1 when the program could not be started or was stopped
 * @property {string} output what it wrote to standard output and standard error, in order
 */

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd] defaults to the root of the repository
 * @property {NodeJS.ProcessEnv} [env] added to the environment
 * @property {number} [timeout] milliseconds after which the program and its children are stopped
 */

// Each program leads a process group of its own, so that its children can be stopped with it.
const grouped = process.platform !== 'win32'

/** How long a program that is asked to stop may take to stop its own children, in milliseconds. */
const grace = 3_000

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()

/** @param {import('node:child_process').ChildProcess} child @param {NodeJS.Signals} signal */
function send(child, signal) {
  if (child.pid === undefined) return
  try {
    if (grouped) process.kill(-child.pid, signal)
    else child.kill(signal)
  } catch {
    // It has ended by itself in the meantime.
  }
}

/** @param {import('node:child_process').ChildProcess} child */
function stop(child) {
  send(child, 'SIGTERM')
  setTimeout(() => send(child, 'SIGKILL'), grace).unref()
}

let interrupted = false

/** @param {number} code */
async function stopAll(code) {
  interrupted = true
  const ended = [...running].map((child) => new Promise((resolve) => child.once('close', resolve)))
  for (const child of running) stop(child)
  const limit = new Promise((resolve) => setTimeout(resolve, grace + 500))
  await Promise.race([Promise.all(ended), limit])
  process.exit(code)
}

process.once('SIGINT', () => stopAll(130))
process.once('SIGTERM', () => stopAll(143))

/**
 * Runs a program to its end and collects what it writes. Ctrl-C stops it and its children, and this process
 * after them; nobody is told of a program that ended for that reason, since it has neither passed nor failed.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<RunResult>}
 */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: options.cwd ?? root,
      env: { ...process.env, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: grouped,
      // npm is a command script on Windows, which only a shell can start.
      shell: process.platform === 'win32' && command !== process.execPath,
    })
    running.add(child)

    let output = ''
    /** @param {string} text */
    const collect = (text) => {
      output += text
    }
    child.stdout.setEncoding('utf8').on('data', collect)
    child.stderr.setEncoding('utf8').on('data', collect)

    const limit = options.timeout
    const timer = setTimeout(
      () => {
        collect(`\nStopped: it took longer than ${(limit ?? 0) / 1000} s.\n`)
        stop(child)
      },
      limit ?? 2 ** 31 - 1,
    )

    /** @param {number} code */
    const end = (code) => {
      clearTimeout(timer)
      running.delete(child)
      if (!interrupted) resolve({ code, output })
    }
    child.on('error', (error) => {
      collect(`${error.message}\n`)
      end(1)
    })
    child.on('close', (code) => end(code ?? 1))
  })
}

/**
 * Runs a script or a tool's entry file on the Node that runs this one.
 *
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<RunResult>}
 */
export function runNode(args, options) {
  return run(process.execPath, args, options)
}
