import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { install, isDemoInstalled, onlyDemo } from '../../../scripts/lib/install.mjs'
import { display, root } from '../../../scripts/lib/root.mjs'

/** @param {string} file */
function changed(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs
}

/**
 * @param {readonly string[]} places files and folders
 * @returns {Promise<number>} the latest time at which one of the files was changed
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
 * Bundles the two programs of the demo with the sources of Authwright. Types are not checked, so that the demo starts fast.
 *
 * @param {string} folder the folder of the example
 * @throws {Error} If a module cannot be built. The message is one line.
 */
async function build(folder) {
  const { imports } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  // The source files for `imports` of package.json, with the conditions of Node.js.
  const alias = Object.fromEntries(
    Object.entries(imports).flatMap(([name, target]) => {
      const file = target.node ?? target.default
      return file === undefined
        ? []
        : [[name, path.join(root, file.replace('dist', 'src').replace(/[.]js$/, '.ts'))]]
    }),
  )
  rmSync(path.join(folder, 'build'), { recursive: true, force: true })
  // Imported here, because `prepare` may have just installed it.
  const esbuild = await import('esbuild')
  try {
    await esbuild.build({
      absWorkingDir: root,
      entryPoints: [path.join(folder, 'src/server.ts'), path.join(folder, 'src/identity-provider.ts')],
      outdir: path.join(folder, 'build'),
      tsconfig: path.join(root, 'tsconfig.base.json'),
      alias,
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      target: 'es2022',
      packages: 'external',
      logLevel: 'silent',
    })
  } catch (error) {
    const log = path.join(root, 'temp/demo-build.log')
    mkdirSync(path.dirname(log), { recursive: true })
    writeFileSync(log, String(error))
    throw new Error(`Building the demo failed; the reason is in ${display(log)}.`)
  }
}

/**
 * Installs missing packages, and builds the demo if it is missing or out of date.
 *
 * @param {string} folder the folder of the example
 * @throws {Error} If a step fails. The message is one line.
 */
export async function prepare(folder) {
  if (!isDemoInstalled()) {
    console.log('Installing …')
    // Installing only the packages of the demo would remove the others of a complete installation.
    install(existsSync(path.join(root, 'node_modules')) ? [] : onlyDemo)
  }
  const to = ['server.js', 'identity-provider.js'].map((name) => path.join(folder, 'build', name))
  const from = ['src', 'package.json', 'tsconfig.base.json'].map((name) => path.join(root, name))
  const built = Math.min(...to.map((file) => changed(file) ?? 0))
  if (built >= (await newest([...from, path.join(folder, 'src')]))) return
  console.log('Building the demo …')
  await build(folder)
}
