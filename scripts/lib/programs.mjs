import { existsSync } from 'node:fs'
import path from 'node:path'
import { run } from './run.mjs'

const { CHROMIUM_PATH, HOME = '', LOCALAPPDATA = '', PATH = '', ProgramFiles = '' } = process.env
const programFiles = [ProgramFiles, process.env['ProgramFiles(x86)'] ?? '', LOCALAPPDATA]
const [onPath, applications] = [PATH.split(path.delimiter), ['/Applications', `${HOME}/Applications`]]

const browsers = [
  ...['/usr/bin', '/usr/local/bin', '/snap/bin', ...onPath].flatMap((folder) =>
    ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].map(
      (name) => `${folder}/${name}`,
    ),
  ),
  ...applications.flatMap((folder) =>
    ['Google Chrome', 'Chromium'].map((name) => `${folder}/${name}.app/Contents/MacOS/${name}`),
  ),
  ...programFiles.flatMap((folder) =>
    ['Google/Chrome', 'Chromium'].map((name) => path.join(folder, name, 'Application/chrome.exe')),
  ),
]

export const browserAdvice =
  'Install Chromium or Chrome (on Debian: "apt-get install chromium", as root), or set CHROMIUM_PATH to the program.'

/** @throws if `CHROMIUM_PATH` names a file that does not exist */
export function findBrowser() {
  if (CHROMIUM_PATH && !existsSync(CHROMIUM_PATH))
    throw new Error(`CHROMIUM_PATH names ${CHROMIUM_PATH}, which does not exist. Correct it, or unset it.`)
  return CHROMIUM_PATH || browsers.find((file) => existsSync(file))
}

/** @returns {boolean} whether this machine runs Debian, and this process may install packages */
export function canInstallPackages() {
  return existsSync('/etc/debian_version') && process.getuid?.() === 0
}

/**
 * @param {readonly string[]} packages
 * @returns {Promise<string | undefined>} why the packages are not installed, in one line
 */
export async function installPackages(packages) {
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const wait = ['-o', 'DPkg::Lock::Timeout=120']
  const updated = await run('apt-get', ['update'], { env, timeout: 120_000 })
  const install = ['install', '-y', '--no-install-recommends', ...wait, ...packages]
  const installed = await run('apt-get', install, { env, timeout: 300_000 })
  if (installed.code === 0) return undefined
  const lines = `${updated.output}\n${installed.output}`.split('\n')
  return lines.find((line) => line.startsWith('E: ')) ?? 'apt-get failed'
}
