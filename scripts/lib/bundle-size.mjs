import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { root } from './root.mjs'

/**
 * The size of a bundle for a server of web standards, or for a browser, minified and compressed. React is left out.
 *
 * @param {string} code a module that imports the built package
 * @returns {Promise<{ start: number, whole: number }>} bytes: of what is parsed before the first request, where the
 *   bundler keeps what is loaded later in files of its own, and of one file with all of it
 */
export async function bundleSizes(code) {
  const whole = await bundle(code, false)
  const divided = await bundle(code, true)
  return { start: sizeOf(divided, startOf(divided)), whole: sizeOf(whole, startOf(whole)) }
}

/** @typedef {import('esbuild').BuildResult<{ write: false, metafile: true }>} Bundle */

/** @param {string} contents @param {boolean} splitting @returns {Promise<Bundle>} */
function bundle(contents, splitting) {
  return build({
    stdin: { contents, resolveDir: root, sourcefile: 'entry.js' },
    outdir: 'bundle',
    bundle: true,
    minify: true,
    splitting,
    format: 'esm',
    target: 'es2022',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['worker'],
    external: ['node:*', 'react', 'solid-js'],
    // The sources' own settings lead to the sources, and what is built is what is measured.
    tsconfigRaw: {},
    legalComments: 'none',
    logLevel: 'error',
    write: false,
    metafile: true,
    absWorkingDir: root,
  })
}

/**
 * The entry and everything that it imports at once.
 *
 * @param {Bundle} bundle
 */
function startOf({ metafile: { outputs } }) {
  const entry = Object.keys(outputs).find((name) => outputs[name]?.entryPoint === 'entry.js')
  const names = new Set([entry ?? ''])
  for (const name of names) {
    for (const { kind, external, path } of outputs[name]?.imports ?? []) {
      if (kind === 'import-statement' && !external) names.add(path)
    }
  }
  return names
}

/** @param {Bundle} bundle @param {ReadonlySet<string>} names */
function sizeOf({ outputFiles, metafile }, names) {
  return Object.keys(metafile.outputs)
    .map((name, index) =>
      names.has(name) ? gzipSync(outputFiles[index]?.contents ?? '', { level: 9 }).length : 0,
    )
    .reduce((sum, size) => sum + size, 0)
}
