// Writes the declarations of the source to temp/types without checking it, so that type tests read what users read
// and do not depend on the code behind the types.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { compatProviders } from '../../scripts/lib/compat-providers.mjs'

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
const output = path.join(root, 'temp/types')

/**
 * Several runners may do this at the same time, so a file is replaced in one step, and only if its content
 * differs.
 */
export function writeDeclarations() {
  const written = `${output}-${process.pid}`
  // The native compiler takes less than half the time of the JavaScript compiler.
  const command = path.join(root, 'node_modules/typescript-7/bin/tsc')
  const options = ['-p', 'tsconfig.build.json', '--noCheck', '--outDir', written]
  const { status, stdout } = spawnSync(process.execPath, [command, ...options], {
    cwd: root,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stdout)
  for (const name of readdirSync(written, { recursive: true, encoding: 'utf8' })) {
    if (name.endsWith('.d.ts')) replaceFile(name, readFileSync(path.join(written, name), 'utf8'))
  }
  rmSync(written, { recursive: true })
  for (const [name, { declarations }] of Object.entries(compatProviders())) {
    replaceFile(`compat/providers/${name}.d.ts`, declarations)
  }
}

function replaceFile(name, text) {
  const file = path.join(output, name)
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(`${file}.${process.pid}`, text)
  renameSync(`${file}.${process.pid}`, file)
}
