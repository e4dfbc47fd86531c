import { existsSync } from 'node:fs'
import path from 'node:path'
import { canInstallPackages, installPackages } from './debian.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** @returns {readonly string[]} the places where a Chromium or Chrome usually is on this platform */
function usualPlaces() {
  if (process.platform === 'darwin') {
    const applications = ['/Applications', path.join(process.env.HOME ?? '', 'Applications')]
    return applications.flatMap((folder) => [
      `${folder}/Google Chrome.app/Contents/MacOS/Google Chrome`,
      `${folder}/Chromium.app/Contents/MacOS/Chromium`,
    ])
  }
  if (process.platform === 'win32') {
    const folders = [process.env.ProgramFiles, process.env['ProgramFiles(x86)'], process.env.LOCALAPPDATA]
    return folders
      .filter((folder) => folder !== undefined)
      .flatMap((folder) => [
        path.join(folder, 'Google/Chrome/Application/chrome.exe'),
        path.join(folder, 'Chromium/Application/chrome.exe'),
      ])
  }
  const folders = [
    '/usr/bin',
    '/usr/local/bin',
    '/snap/bin',
    ...(process.env.PATH ?? '').split(path.delimiter),
  ]
  return folders.flatMap((folder) => names.map((name) => path.join(folder, name)))
}

/**
 * Finds a Chromium or Chrome for the browser tests: `CHROMIUM_PATH` when it is set, else the usual places.
 *
 * @returns {string | undefined} the path of the program
 * @throws when `CHROMIUM_PATH` names a file that is not there
 */
export function findBrowser() {
  const chosen = process.env.CHROMIUM_PATH
  if (chosen) {
    if (existsSync(chosen)) return chosen
    throw new Error(`CHROMIUM_PATH names ${chosen}, which does not exist. Correct it, or unset it.`)
  }
  return usualPlaces().find((file) => existsSync(file))
}

/**
 * Finds a browser or, as root on Debian, installs its `chromium` package.
 *
 * @returns {Promise<{ path: string } | { problem: string }>} the program, or why there is none and what to do
 * @throws when `CHROMIUM_PATH` names a file that is not there
 */
export async function ensureBrowser() {
  const found = findBrowser()
  if (found !== undefined) return { path: found }

  const advice =
    'Install Chromium or Chrome (on Debian: "apt-get install chromium", as root), or set CHROMIUM_PATH to the program.'
  if (!canInstallPackages()) return { problem: `No Chromium or Chrome was found. ${advice}` }

  const reason = await installPackages(['chromium'])
  const path = findBrowser()
  if (reason === undefined && path !== undefined) return { path }
  return { problem: `Chromium could not be installed (${reason ?? 'it is not there'}). ${advice}` }
}
