import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { installMajor } from './install-major.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** A major version of Next.js. */
export type NextMajor = 15 | 16

/**
 * The folder for applications of a major version. Applications in subfolders find all packages. One major
 * version is among the packages of the repository.
 */
export async function installNext(major: NextMajor): Promise<string> {
  if (major !== 16) return (await installMajor('next', major)).folder
  const folder = path.join(root, 'temp')
  mkdirSync(folder, { recursive: true })
  return folder
}
