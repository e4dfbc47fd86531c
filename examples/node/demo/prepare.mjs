import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { install, isInstalled } from '../../../scripts/lib/install.mjs'
import { display, root } from '../../../scripts/lib/root.mjs'

/** @param {string} file */
function changed(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs
}

/**
 * @param {readonly string[]} places files and folders
 * @returns {Promise<number>} when the newest of the files was changed
 */
async function newest(places) {
  const times = await Promise.all(
    places.map(async (place) => {
      if (!statSync(place).isDirectory()) return changed(place) ?? 0
      const inside = await readdir(place)
      return newest(inside.map((name) => path.join(place, name)))
    }),
  )
  return Math.max(0, ...times)
}

/**
 * Runs a build unless its output is newer than what it is made from.
 *
 * @param {{ what: string, from: readonly string[], to: readonly string[], command: readonly string[] }} build
 */
async function build({ what, from, to, command }) {
  const oldest = Math.min(...to.map((file) => changed(file) ?? 0))
  if (oldest >= (await newest(from))) return

  console.log(`Building ${what} …`)
  // Installed by now.
  const { runNode } = await import('../../../scripts/lib/run.mjs')
  const { code, output } = await runNode(command)
  if (code === 0) return

  const log = path.join(root, 'temp/demo-build.log')
  mkdirSync(path.dirname(log), { recursive: true })
  writeFileSync(log, output)
  throw new Error(`Building ${what} failed; what the compiler says is in ${display(log)}.`)
}

/**
 * Installs and builds what is missing or out of date.
 *
 * @param {string} folder the example's
 * @throws when a step fails; the message is one line
 */
export async function prepare(folder) {
  if (!isInstalled()) {
    console.log('Installing …')
    install()
  }
  const inRoot = (/** @type {string} */ name) => path.join(root, name)
  const inExample = (/** @type {string} */ name) => path.join(folder, name)
  const library = [inRoot('dist/index.js'), inRoot('dist/index.d.ts')]
  await build({
    what: 'Authwright',
    from: [
      'src',
      'cli',
      'package.json',
      'tsup.config.mjs',
      'tsconfig.json',
      'tsconfig.base.json',
      'tsconfig.build.json',
    ].map(inRoot),
    to: library,
    command: ['scripts/build.mjs'],
  })
  await build({
    what: 'the example',
    from: [...library, inRoot('tsconfig.base.json'), inExample('src'), inExample('tsconfig.json')],
    to: [inExample('build/server.js'), inExample('build/identity-provider.js')],
    command: ['node_modules/typescript/bin/tsc', '-p', inExample('tsconfig.json'), '--noEmitOnError'],
  })
}
