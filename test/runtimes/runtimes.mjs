import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../../scripts/lib/root.mjs'
import { npm } from '../../scripts/lib/run.mjs'

/**
 * A JavaScript runtime that the tests run on.
 *
 * @typedef {object} Runtime
 * @property {string} name
 * @property {import('./portable-tests.mjs').Platform} platform
 * @property {(program: string) => readonly string[]} command the command that runs a program, which exits with 0 if all tests pass
 */

const manifests = path.join(root, 'test/runtimes/programs')

// In a separate folder, because npm scripts would otherwise use a package whose program is called `node`.
const folder = path.join(root, 'temp/runtimes')

/** @param {string} file @returns {string} */
const installed = (file) => path.join(folder, 'node_modules', file)

/**
 * Every runtime that `npm run test:runtimes` supports, installed from packages for Linux on x64.
 *
 * @returns {readonly Runtime[]}
 */
export function runtimes() {
  const [bun, deno] = [installed('@oven/bun-linux-x64/bin/bun'), installed('@deno/linux-x64-glibc/deno')]
  const workerd = installed('@cloudflare/workerd-linux-64/bin/workerd')
  /** @param {'20' | '22' | '24'} major @returns {Runtime} */
  const node = (major) => ({
    name: `Node ${major}`,
    platform: 'node',
    command: (program) => [installed(`node-${major}/bin/node`), program],
  })
  return [
    node('20'),
    node('22'),
    node('24'),
    { name: 'Bun', platform: 'node', command: (program) => [bun, program] },
    { name: 'Deno', platform: 'node', command: (program) => [deno, 'run', '--allow-all', program] },
    {
      name: 'workerd',
      platform: 'web',
      command: (program) => [workerd, 'test', program.replace(/[.]mjs$/, '.capnp')],
    },
  ]
}

/**
 * Installs the runtimes if they are missing. No install scripts run, because the packages contain the programs.
 *
 * @returns {Promise<string | undefined>} why they could not be installed
 */
export async function installRuntimes() {
  const record = installed('.package-lock.json')
  const lockfile = path.join(manifests, 'package-lock.json')
  mkdirSync(folder, { recursive: true })
  const copy = path.join(folder, 'package-lock.json')
  const same = existsSync(copy) && readFileSync(copy, 'utf8') === readFileSync(lockfile, 'utf8')
  if (same && existsSync(record)) return undefined
  cpSync(manifests, folder, { recursive: true })
  const { code, output } = await npm(
    ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: folder,
      timeout: 600_000,
    },
  )
  return code === 0 ? undefined : output.trim()
}
