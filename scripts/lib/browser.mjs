import { existsSync } from 'node:fs'
import path from 'node:path'
import { canInstallPackages, installPackages } from './debian.mjs'

const { HOME = '', LOCALAPPDATA = '', PATH = '', ProgramFiles = '' } = process.env

/** Where a Chromium or Chrome usually is, by platform. */
const folders = {
  darwin: [`/Applications`, `${HOME}/Applications`].flatMap((folder) => [
    `${folder}/Google Chrome.app/Contents/MacOS`,
    `${folder}/Chromium.app/Contents/MacOS`,
  ]),
  win32: [ProgramFiles, process.env['ProgramFiles(x86)'] ?? '', LOCALAPPDATA].flatMap((folder) => [
    path.join(folder, 'Google/Chrome/Application'),
    path.join(folder, 'Chromium/Application'),
  ]),
  linux: ['/usr/bin', '/usr/local/bin', '/snap/bin', ...PATH.split(path.delimiter)],
}
const names = {
  darwin: ['Google Chrome', 'Chromium'],
  win32: ['chrome.exe'],
  linux: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
}

/** What to do where there is none. */
export const browserAdvice =
  'Install Chromium or Chrome (on Debian: "apt-get install chromium", as root), or set CHROMIUM_PATH to the program.'

/**
 * Finds a Chromium or Chrome: `CHROMIUM_PATH` where it is set, else the usual places.
 *
 * @returns {string | undefined} the path of the program
 * @throws when `CHROMIUM_PATH` names a file that does not exist
 */
export function findBrowser() {
  const chosen = process.env.CHROMIUM_PATH
  if (chosen) {
    if (existsSync(chosen)) return chosen
    throw new Error(`CHROMIUM_PATH names ${chosen}, which does not exist. Correct it, or unset it.`)
  }
  const platform = process.platform === 'darwin' || process.platform === 'win32' ? process.platform : 'linux'
  return folders[platform]
    .flatMap((folder) => names[platform].map((name) => path.join(folder, name)))
    .find((file) => existsSync(file))
}

/**
 * Installs Debian's `chromium` as root where there is no browser.
 *
 * @returns {Promise<string | undefined>} why it could not be installed
 */
export async function installBrowser() {
  // A wrong path is a mistake that the suites report.
  if (process.env.CHROMIUM_PATH || findBrowser() !== undefined || !canInstallPackages()) return undefined
  return installPackages(['chromium'])
}
