import { existsSync } from 'node:fs'
import path from 'node:path'
import { canInstallPackages, installPackages } from '../../scripts/lib/programs.mjs'

const { CI, PATH = '' } = process.env

/** @returns {string | undefined} the path of the program nginx, which Debian installs where only root has its `PATH` */
export function findNginx() {
  const folders = ['/usr/sbin', '/usr/local/sbin', ...PATH.split(path.delimiter)]
  return folders.map((folder) => path.join(folder, 'nginx')).find((file) => existsSync(file))
}

/** Installs nginx where `CI` is set: elsewhere it would be an unwanted service on the machine. @returns {Promise<string | undefined>} why it is missing, in one line */
export async function ensureNginx() {
  return findNginx() === undefined && CI && canInstallPackages()
    ? installPackages(['nginx-light'])
    : undefined
}
