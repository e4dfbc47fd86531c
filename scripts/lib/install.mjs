import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describeInstallFailure } from './install-failure.mjs'
import { npm } from './npm.mjs'
import { display, root } from './root.mjs'

/**
 * @typedef {object} LockedPackage
 * @property {string} [version]
 * @property {string} [integrity]
 * @property {boolean} [optional]
 * @property {boolean} [devOptional]
 * @property {boolean} [peer]
 * @property {boolean} [link]
 */

/**
 * @param {string} file
 * @returns {Record<string, LockedPackage>}
 */
function lockedPackages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages
}

/**
 * Whether `node_modules` holds what `package-lock.json` names. npm keeps a record of what it installed in
 * `node_modules/.package-lock.json`; packages for other platforms are missing there, rightly.
 *
 * @returns {boolean}
 */
export function isInstalled() {
  const record = path.join(root, 'node_modules/.package-lock.json')
  if (!existsSync(record)) return false

  const wanted = lockedPackages(path.join(root, 'package-lock.json'))
  const installed = lockedPackages(record)
  const differs = Object.entries(wanted).some(([location, locked]) => {
    if (location === '') return false
    const found = installed[location]
    if (found === undefined) return !locked.optional && !locked.devOptional
    return found.version !== locked.version || found.integrity !== locked.integrity
  })
  return !differs && Object.keys(installed).every((location) => wanted[location] !== undefined)
}

/**
 * npm is asked to speak, whatever `--silent` says, because its words are needed when it fails. Its own pauses
 * between attempts, of up to a minute, would look like a standstill where there is no network.
 */
const options = ['--no-audit', '--no-fund', '--loglevel=warn', '--no-progress']
const pauses = ['--fetch-retries=2', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000']

/**
 * Installs the dependencies of `package-lock.json`. Uses Node's own modules only, so that it runs in a fresh clone.
 *
 * @returns {Promise<void>}
 * @throws when npm fails; the message is one line, and names the file that holds the whole output
 */
export async function install() {
  const { code, output } = await npm(['ci', ...options, ...pauses])
  if (code === 0) return
  throw new Error(`${describeInstallFailure(output)} All of npm's output is in ${keep(output)}.`)
}

/**
 * @param {string} output
 * @returns {string} the file that it was written to: in the repository, or elsewhere where that is read-only
 */
function keep(output) {
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
