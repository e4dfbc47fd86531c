import { existsSync } from 'node:fs'
import { run } from './run.mjs'

/** @returns {boolean} whether this is Debian, with the rights to install packages */
export function canInstallPackages() {
  return existsSync('/etc/debian_version') && process.getuid?.() === 0
}

/**
 * Installs Debian packages, without those that they recommend.
 *
 * @param {readonly string[]} packages
 * @returns {Promise<string | undefined>} why they are not installed, in one line
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
