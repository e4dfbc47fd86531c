import { existsSync } from 'node:fs'
import path from 'node:path'
import { canInstallPackages, installPackages } from '../../scripts/lib/programs.mjs'

const { CI, PATH = '' } = process.env

/** @returns {string | undefined} the path of nginx. On Debian, only root has its folder in `PATH` */
export function findNginx() {
  const folders = ['/usr/sbin', '/usr/local/sbin', ...PATH.split(path.delimiter)]
  return folders.map((folder) => path.join(folder, 'nginx')).find((file) => existsSync(file))
}

/**
 * Runs before the suites of frameworks, some of which are behind a proxy that ends TLS. If `CI` is set, the
 * proxy is nginx, which is installed. Otherwise it may be a proxy of the tests. The names of the tests say
 * which.
 */
export async function setup() {
  if (findNginx() !== undefined || !CI || !canInstallPackages()) return
  const reason = await installPackages(['nginx-light'])
  if (reason !== undefined) console.error(`nginx could not be installed (${reason}).`)
}
