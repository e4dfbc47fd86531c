import { existsSync } from 'node:fs'
import path from 'node:path'
import { canInstallPackages, installPackages } from '../../scripts/lib/programs.mjs'

const { CI, PATH = '' } = process.env

/** @returns {string | undefined} the path of the program nginx, which Debian installs where only root has its `PATH` */
export function findNginx() {
  const folders = ['/usr/sbin', '/usr/local/sbin', ...PATH.split(path.delimiter)]
  return folders.map((folder) => path.join(folder, 'nginx')).find((file) => existsSync(file))
}

/**
 * Before the suites of frameworks, of which some are behind a proxy that ends TLS: nginx, which is installed where `CI` is set, and elsewhere a
 * proxy of the tests. The names of the tests say which.
 */
export async function setup() {
  if (findNginx() !== undefined || !CI || !canInstallPackages()) return
  const reason = await installPackages(['nginx-light'])
  if (reason !== undefined) console.error(`nginx could not be installed (${reason}).`)
}
