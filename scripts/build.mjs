/*
 * Builds JavaScript with tsup and declarations with tsc. The declarations are not bundled: with a copy of
 * `Register` in each entry point, an augmentation of one copy would not change the others.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { writeCompatProviders } from './lib/compat-providers.mjs'
import { root } from './lib/root.mjs'
import { runNode } from './lib/run.mjs'

const target = path.join(root, 'dist')
const folder = path.join(root, 'temp', `build-${process.pid}`)
// Removes the output of an interrupted build.
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })

const results = await Promise.all([
  runNode(['node_modules/tsup/dist/cli-default.js', '--out-dir', folder]),
  runNode(['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--outDir', folder]),
])
const failed = results.filter(({ code }) => code !== 0)

// Replaces `dist` only after a successful build. `dist` is absent for a moment, but never incomplete.
if (failed.length === 0) {
  // Svelte components are copied unchanged, because the application compiles them.
  const filter = (/** @type {string} */ file) => !path.extname(file) || file.endsWith('.svelte')
  cpSync(path.join(root, 'src/sveltekit'), path.join(folder, 'sveltekit'), { recursive: true, filter })
  writeFileSync(path.join(folder, 'cli/LICENSES.txt'), licenses())
  writeCompatProviders(path.join(folder, 'compat/providers'))
  const previous = `${folder}-previous`
  if (existsSync(target)) renameSync(target, previous)
  renameSync(folder, target)
  rmSync(previous, { recursive: true, force: true })
  console.log('dist is built.')
} else {
  rmSync(folder, { recursive: true, force: true })
  for (const { output } of failed) console.error(output.trim())
  process.exitCode = 1
}

/** Finds the bundled packages in the comments that esbuild writes with the path of each bundled file. */
function licenses() {
  const bundled = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .flatMap((file) => [
      ...readFileSync(path.join(folder, file), 'utf8').matchAll(/^\/\/ (node_modules\/.+)$/gm),
    ])
    .map(([, file = '']) => file.match(/^.*node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0] ?? '')
  return [...new Set(bundled)]
    .sort()
    .map((name) => {
      const license = readdirSync(path.join(root, name)).find((file) => /^licen[cs]e/i.test(file))
      const {
        name: title,
        version,
        license: kind,
      } = JSON.parse(readFileSync(path.join(root, name, 'package.json'), 'utf8'))
      const text =
        license === undefined
          ? `License: ${kind}`
          : readFileSync(path.join(root, name, license), 'utf8').trim()
      return `${title} ${version}\n\n${text}\n`
    })
    .join('\n----\n\n')
}
