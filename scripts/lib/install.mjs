import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describeInstallFailure } from './install-failure.mjs'
import { display, root } from './root.mjs'

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, devOptional?: boolean }} LockedPackage */

/** @param {string} name @returns {Record<string, LockedPackage>} */
const packagesOf = (name) => JSON.parse(readFileSync(path.join(root, name), 'utf8')).packages

/** @returns {boolean} whether `node_modules` contains what `package-lock.json` names, but for packages of other platforms */
export function isInstalled() {
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

// The log level makes npm report its errors despite `--silent`. Its own pauses between retries last up to a minute.
const options = ['--no-audit', '--no-fund', '--loglevel=warn', '--no-progress']
const retries = ['--fetch-retries=2', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000']

/**
 * Installs the dependencies of `package-lock.json`. Imports modules of Node.js only, so that it runs in a fresh clone.
 *
 * @throws when npm fails; the message is one line, and names the file with the whole output
 */
export function install() {
  const shell = process.platform === 'win32'
  const { status, stdout, stderr } = spawnSync('npm', ['ci', ...options, ...retries], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: Number.POSITIVE_INFINITY,
    shell,
  })
  if (status === 0) return
  const output = `${stdout ?? ''}${stderr ?? ''}`
  throw new Error(`${describeInstallFailure(output)} All of npm's output is in ${writeLog(output)}.`)
}

/** @param {string} output @returns {string} the file: in the repository, or elsewhere where that is read-only */
function writeLog(output) {
  const usual = path.join(root, 'temp/install.log')
  try {
    mkdirSync(path.dirname(usual), { recursive: true })
    writeFileSync(usual, output)
    return display(usual)
  } catch {
    const log = path.join(mkdtempSync(path.join(tmpdir(), 'authwright-')), 'install.log')
    writeFileSync(log, output)
    return log
  }
}
