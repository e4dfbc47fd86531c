import { fork } from 'node:child_process'
import { openSync } from 'node:fs'

/**
 * @typedef {object} Service
 * @property {string} name the name in messages
 * @property {string} file the file that Node.js runs
 * @property {NodeJS.ProcessEnv} env added to the environment
 * @property {string} [log] the file for the output. Default: the terminal
 */

/**
 * Starts all services, and ends them at a signal. If this process is killed without a signal that it can handle,
 * the services end by themselves (see `serve.ts`).
 *
 * @param {readonly Service[]} services
 * @returns {Promise<void>} resolves when all services listen; stays pending if a signal was received first
 * @throws {Error} If a service ends before that. The message is one line.
 */
export async function startAll(services) {
  const running = services.map((service) => ({ ...service, child: start(service) }))
  const started = new Set()
  let stopping = false

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(signal, async () => {
      stopping = true
      await Promise.all(running.map(({ child }) => end(child)))
      process.exit(0)
    })
  }
  await Promise.all(
    running.map(({ name, log, child }) => {
      return new Promise((resolve, reject) => {
        child.once('message', () => resolve(started.add(child)))
        child.once('exit', (code) => {
          if (stopping) return
          if (started.has(child)) {
            console.error(`${name} has stopped. Press Ctrl-C and run "npm run demo" again to have it back.`)
            return
          }
          const reason = log === undefined ? `it ended with exit code ${code}` : `the reason is in ${log}`
          reject(new Error(`${name} could not start: ${reason}.`))
        })
      })
    }),
  )
}

/** @param {Service} service */
function start({ file, env, log }) {
  const output = log === undefined ? 'inherit' : openSync(log, 'w', 0o600)
  return fork(file, { env: { ...process.env, ...env }, stdio: ['ignore', output, output, 'ipc'] })
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<void>} resolves when the process has ended
 */
function end(child) {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}
