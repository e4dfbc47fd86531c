import { build } from 'esbuild'
import { root } from './root.mjs'

/**
 * What Node.js reads when a built module is imported: the module and everything that it imports at once.
 *
 * @param {string} entry path inside the repository
 * @returns {Promise<{ files: number, bytes: number, builtins: number }>} `builtins`: modules of Node.js itself
 */
export async function importSize(entry) {
  const { metafile } = await build({
    entryPoints: [entry],
    bundle: true,
    platform: 'node',
    format: 'esm',
    // The sources' own settings lead to the sources, and what is built is what is measured.
    tsconfigRaw: {},
    outdir: 'bundle',
    write: false,
    metafile: true,
    logLevel: 'error',
    absWorkingDir: root,
  })
  const files = new Set([entry])
  const builtins = new Set()
  for (const file of files) {
    for (const { path, kind, external } of metafile.inputs[file]?.imports ?? []) {
      if (kind !== 'import-statement') continue
      if (external) builtins.add(path)
      else files.add(path)
    }
  }
  const bytes = [...files].reduce((sum, file) => sum + (metafile.inputs[file]?.bytes ?? 0), 0)
  return { files: files.size, bytes, builtins: builtins.size }
}
