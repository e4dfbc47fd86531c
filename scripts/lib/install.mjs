import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './root.mjs'

/**
 * @typedef {object} LockedPackage
 * @property {string} [version]
 * @property {string} [integrity]
 * @property {boolean} [optional]
 * @property {boolean} [devOptional]
 * @property {Record<string, string>} [dependencies]
 */

/** @param {string} name @returns {Record<string, LockedPackage>} */
const packagesOf = (name) => JSON.parse(readFileSync(path.join(root, name), 'utf8')).packages

/** Whether all packages of the lockfile are installed. Packages for other platforms may be missing. @returns {boolean} */
function isInstalled() {
  const record = 'node_modules/.package-lock.json'
  if (!existsSync(path.join(root, record))) return false
  const locked = packagesOf('package-lock.json')
  const installed = packagesOf(record)
  const differs = Object.entries(locked).some(([location, { version, integrity, optional, devOptional }]) => {
    if (location === '') return false
    const found = installed[location]
    if (found === undefined) return !optional && !devOptional
    return found.version !== version || found.integrity !== integrity
  })
  return !differs && Object.keys(installed).every((location) => locked[location] !== undefined)
}

/** @returns {boolean} */
export function isDemoInstalled() {
  const record = 'node_modules/.package-lock.json'
  if (!existsSync(path.join(root, record))) return false
  const locked = packagesOf('package-lock.json')
  const installed = packagesOf(record)
  const names = [locked[''], locked['examples/node']].flatMap((found) =>
    Object.keys(found?.dependencies ?? {}),
  )
  return names.every((name) => {
    const location = `node_modules/${name}`
    return installed[location] !== undefined && installed[location].version === locked[location]?.version
  })
}

// With this log level, npm prints errors despite `--silent`. The retry options shorten pauses, which last up to a minute by default.
const options = ['--no-audit', '--no-fund', '--loglevel=warn', '--no-progress']
const retries = ['--fetch-retries=2', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000']

/** Whether a retry may help. npm does not retry if a response body ends too early. @param {string} output */
export const isNetworkFailure = (output) =>
  /npm error code (E\w*TIMEDOUT|E\w*TIMEOUT|ECONN\w+|EAI_AGAIN|ENETUNREACH|ERR_SOCKET\w*|E429|E5\d\d)\b/.test(
    output,
  )

/** Installs only the packages of the demo, so that a first demo does not wait for compilers and frameworks. */
export const onlyDemo = ['--workspace=authwright-example-node', '--omit=dev']

/**
 * This module imports only modules of Node.js, so that it runs in a fresh clone.
 *
 * @param {readonly string[]} [selection] options of npm that select some of the dependencies
 */
export function install(selection = []) {
  const shell = process.platform === 'win32'
  for (let attempt = 1; ; attempt++) {
    const { status, stderr } = spawnSync('npm', ['ci', ...selection, ...options, ...retries], {
      cwd: root,
      shell,
      stdio: ['inherit', 'inherit', 'pipe'],
      encoding: 'utf8',
      maxBuffer: 100 * 1024 * 1024,
    })
    if (stderr) process.stderr.write(stderr)
    if (status === 0) return
    if (attempt < 3 && isNetworkFailure(stderr)) continue
    throw new Error('npm could not install the dependencies. Fix what it reports above, then run "npm ci".')
  }
}

export function ensureInstalled() {
  try {
    if (isInstalled()) return
    console.log('Installing …')
    install()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    console.log('0 passed, 1 failed')
    process.exit(1)
  }
}
