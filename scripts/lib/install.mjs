import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
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
 * Installs the dependencies when they are missing or not those of `package-lock.json`. Uses Node's own modules
 * only, so that it runs in a fresh clone.
 *
 * @returns {Promise<'installed' | 'present'>} what was the case
 * @throws when npm fails; the message is one line, and names the file that holds the whole output
 */
export async function ensureInstalled() {
  if (isInstalled()) return 'present'

  const { code, output } = await npm(['ci', '--no-audit', '--no-fund'])
  if (code === 0) return 'installed'

  const log = path.join(root, 'temp/install.log')
  mkdirSync(path.dirname(log), { recursive: true })
  writeFileSync(log, output)
  const reason = output.match(/^npm error (?!code )(.+)$/m)?.[1] ?? output.trim().split('\n').at(-1)
  throw new Error(
    `npm could not install the dependencies (${reason}). Check the network, then run "npm ci"; all of its output is in ${display(log)}.`,
  )
}
