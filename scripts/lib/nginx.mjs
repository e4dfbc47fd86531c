import { existsSync } from 'node:fs'
import path from 'node:path'
import { canInstallPackages, installPackages } from './debian.mjs'

const folders = ['/usr/sbin', '/usr/local/sbin', ...(process.env.PATH ?? '').split(path.delimiter)]

/** @returns {string | undefined} the path of the program nginx, which Debian puts where only root looks */
export function findNginx() {
  return folders.map((folder) => path.join(folder, 'nginx')).find((file) => existsSync(file))
}

/**
 * Installs nginx where `CI` is set: elsewhere it would be an unwanted service on the machine.
 *
 * @returns {Promise<string | undefined>} why it is not there, in one line
 */
export async function ensureNginx() {
  if (findNginx() !== undefined || !process.env.CI || !canInstallPackages()) return undefined
  return installPackages(['nginx-light'])
}
