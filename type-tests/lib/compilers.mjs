import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import path from 'node:path'
import { root } from './declarations.mjs'

const require = createRequire(import.meta.url)

const all = process.env.CI || process.env.AUTHWRIGHT_LONG || process.argv.includes('--write')

/** The compilers with an API, by version. They take several times as long as the native one, and run only where `CI` is set and in `npm run test:long`. */
const withApi = [
  ['5.5', 'typescript-5.5'],
  ['5.9', 'typescript-5.9'],
  ['6.0', 'typescript'],
]
export const compilers = new Map(all ? withApi : [])
/** The compiler without an API, which has only a command. */
export const native = ['7.0', 'typescript-7']

export const load = (name) => require(name)

/** The options of type-tests/tsconfig.json, as a compiler reads them. */
export function compilerOptions(ts) {
  const file = path.join(root, 'type-tests/tsconfig.json')
  const { config } = ts.readConfigFile(file, ts.sys.readFile)
  return ts.parseJsonConfigFileContent(config, ts.sys, path.dirname(file)).options
}

/** Runs the command of a compiler and returns what it prints. */
export function run(name, ...args) {
  const command = path.join(root, 'node_modules', name, 'bin/tsc')
  const { stdout, stderr } = spawnSync(process.execPath, [command, ...args], { cwd: root, encoding: 'utf8' })
  return stdout + stderr
}
