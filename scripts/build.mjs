/*
 * JavaScript by tsup, declarations by tsc. The declarations are not rolled up: with a copy of `Register` in each
 * entry, a user's augmentation of one would not reach the others.
 */
import { cpSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { root } from './lib/root.mjs'
import { runNode } from './lib/run.mjs'

const target = path.join(root, 'dist')
const folder = path.join(root, 'temp', `build-${process.pid}`)
mkdirSync(folder, { recursive: true })

const results = await Promise.all([
  runNode(['node_modules/tsup/dist/cli-default.js', '--out-dir', folder]),
  runNode(['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--outDir', folder]),
])
const failed = results.filter(({ code }) => code !== 0)

// A failed build leaves the last good one in place, and no reader finds a half-written one.
if (failed.length === 0) {
  // Components are published as they are: the application compiles them.
  const filter = (/** @type {string} */ file) => !path.extname(file) || file.endsWith('.svelte')
  cpSync(path.join(root, 'src/sveltekit'), path.join(folder, 'sveltekit'), { recursive: true, filter })
  rmSync(target, { recursive: true, force: true })
  renameSync(folder, target)
  console.log('dist is built.')
} else {
  rmSync(folder, { recursive: true, force: true })
  for (const { output } of failed) console.error(output.trim())
  process.exitCode = 1
}
