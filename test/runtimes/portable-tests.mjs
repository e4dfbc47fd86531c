import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'
import { root } from '../../scripts/lib/root.mjs'
import { sourcesOfImports } from './sources-of-imports.mjs'

/** Modules of Node.js that every runtime provides. */
const everywhere = new Set(['node:buffer', 'node:crypto', 'node:util', 'node:zlib'])

/** Folders whose tests run on every runtime: those of `src/runtime`. */
const folders = ['test/api', 'test/core', 'test/features', 'test/jwt']

/** The condition that selects a platform's modules in `imports` of package.json. */
const conditions = /** @type {const} */ ({ node: 'node', web: 'default' })

/** @typedef {keyof typeof conditions} Platform */

/**
 * @typedef {object} PortableTests
 * @property {string} bundle the program that runs all of them and ends with `N passed, N failed`
 * @property {readonly string[]} files the test files in it
 * @property {ReadonlyMap<string, string>} left test files that are not in it, with the reason
 */

/**
 * The tests of the runtime as one program that does not need Node.js: test files, the tested sources and the runner of Vitest.
 * A file named `*.node.test.ts` runs only on Node.js, because it tests rules that do not depend on the runtime, and is slow or needs
 * a server. Other files are left out, with the reason, if they use the clock of Vitest or modules of Node.js that not every runtime has.
 *
 * @param {string} folder where the program goes
 * @param {Platform} platform
 * @returns {Promise<PortableTests>}
 */
export async function bundlePortableTests(folder, platform) {
  const all = folders.flatMap((parent) =>
    readdirSync(path.join(root, parent), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.test.ts') && !file.endsWith('.node.test.ts'))
      .map((file) => path.posix.join(parent, file.split(path.sep).join('/')))
      .sort(),
  )
  const options = bundleOptions(platform)
  const left = await needs(all, platform, options)
  const files = all.filter((file) => !left.has(file))
  const bundle = path.join(folder, `tests-${platform}.mjs`)
  const loaders = files.map((file) => `  ${JSON.stringify(file)}: () => import('./${file}'),`)
  await build({
    ...options,
    stdin: {
      resolveDir: root,
      contents: [
        `import { runFiles } from './test/runtimes/run.js'`,
        'const files = {',
        ...loaders,
        '}',
        'export const main = () => runFiles(files)',
      ].join('\n'),
    },
    outfile: bundle,
  })
  return { bundle, files, left }
}

/** How a program for a platform is bundled from the sources. @param {Platform} platform */
export function bundleOptions(platform) {
  return /** @satisfies {import('esbuild').BuildOptions} */ ({
    absWorkingDir: root,
    bundle: true,
    format: 'esm',
    target: 'es2022',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    // Uses the web builds of packages instead of their builds for Node.js.
    conditions: ['worker', 'import', 'module'],
    external: [
      'node:*',
      // The server of the test kit, which no test of these folders starts.
      './listen.js',
      'pg',
      'redis',
      'oidc-provider',
      'better-sqlite3',
      'libsql',
      '@libsql/client',
      '@node-rs/*',
    ],
    alias: { vitest: path.join(root, 'test/runtimes/vitest.ts') },
    metafile: true,
    logLevel: 'error',
    plugins: [sourcesOfImports([conditions[platform]])],
  })
}

/**
 * @param {readonly string[]} files
 * @param {Platform} platform
 * @param {ReturnType<typeof bundleOptions>} options
 * @returns {Promise<ReadonlyMap<string, string>>} those that cannot run everywhere, with the reason
 */
async function needs(files, platform, options) {
  const { metafile } = await build({
    ...options,
    entryPoints: [...files],
    outdir: path.join(root, 'temp/unused'),
    write: false,
  })
  /** @param {string} input @param {Set<string>} seen @returns {string | undefined} */
  const missing = (input, seen) => {
    if (seen.has(input)) return undefined
    seen.add(input)
    for (const { path: imported, external, kind } of metafile.inputs[input]?.imports ?? []) {
      if (external && !everywhere.has(imported)) {
        if (kind === 'dynamic-import' && input.startsWith('src/')) continue
        return imported
      }
      if (external) continue
      if (platform === 'web' && imported.startsWith('src/node/')) return imported
      const found = missing(imported, seen)
      if (found !== undefined) return found
    }
    return undefined
  }
  /** @type {Map<string, string>} */
  const found = new Map()
  for (const file of files) {
    const clock = readFileSync(path.join(root, file), 'utf8').includes('vi.useFakeTimers')
    const reason = clock ? 'the clock of Vitest' : missing(file, new Set())
    if (reason !== undefined) found.set(file, reason)
  }
  return found
}
