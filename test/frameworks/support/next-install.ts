import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { npm } from '../../../scripts/lib/npm.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** A major version of Next.js. */
export type NextMajor = 15 | 16

/** Where applications of a major version are built: what is in a folder of this one finds everything. */
export async function installNext(major: NextMajor): Promise<string> {
  const folder = path.join(root, major === 16 ? 'temp' : `temp/next-${major}`)
  mkdirSync(folder, { recursive: true })
  if (major !== 16) await installApart(major, folder)
  return folder
}

/**
 * The major version that this repository does not have among its own packages, from a lockfile of its own, with the package as it is
 * built. What is there from the last time is used again.
 */
async function installApart(major: NextMajor, folder: string): Promise<void> {
  const wanted = path.join(root, `test/frameworks/next/major-${major}`)
  const stamp = path.join(folder, 'node_modules/.installed')
  const lockfile = readFileSync(path.join(wanted, 'package-lock.json'), 'utf8')
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lockfile) {
    cpSync(wanted, folder, { recursive: true })
    const { code, output } = await npm(['ci', '--ignore-scripts', '--prefix', folder])
    if (code !== 0) throw new Error(`Next.js ${major} could not be installed:\n${output}`)
    writeFileSync(stamp, lockfile)
  }
  const own = path.join(folder, 'node_modules/authwright')
  rmSync(own, { recursive: true, force: true })
  for (const name of ['package.json', 'dist']) {
    cpSync(path.join(root, name), path.join(own, name), { recursive: true })
  }
}
