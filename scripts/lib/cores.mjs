import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'esbuild'
import { platformModules, sources } from './entries.mjs'
import { root } from './root.mjs'

/** A source file: its path in the repository, as esbuild writes it. @typedef {string} Source */

/** @satisfies {import('esbuild').BuildOptions} */
const shared = { absWorkingDir: root, format: 'esm', metafile: true, outdir: 'dist', write: false }

/**
 * Puts the modules that every server loads at its start into a few files, the cores. With the option `splitting`,
 * esbuild would write a chunk for every set of modules that the same entries import.
 *
 * @returns {Promise<import('esbuild').Plugin>}
 */
export async function cores() {
  const platformFiles = platformModules().map((name) => `src/${name}.ts`)
  const { metafile } = await build({
    ...shared,
    entryPoints: [...sources().map(({ name }) => `src/${name}.ts`), ...platformFiles],
    bundle: true,
    external: ['#*', '*.svelte'],
    packages: 'external',
  })
  /** @param {Source} file @param {'import-statement' | 'dynamic-import'} kind */
  const importsOf = (file, kind) =>
    (metafile.inputs[file]?.imports ?? []).flatMap((found) =>
      found.kind === kind && !found.external ? [found.path] : [],
    )
  /** Includes the entries. @param {readonly Source[]} entries */
  const loadedBy = (entries) => {
    const files = new Set(entries)
    for (const file of files) for (const imported of importsOf(file, 'import-statement')) files.add(imported)
    return files
  }

  const server = loadedBy(['src/index.ts'])
  const token = loadedBy(['src/jwt.ts'])
  const platform = loadedBy(platformFiles)
  // These two entry points stay outside of the cores, because no other module imports them.
  const inCores = new Set([...server].filter((file) => file !== 'src/index.ts' && file !== 'src/jwt.ts'))
  // Modules of `platform` import only `platform`, and modules of `token` only these two cores. So there are no cycles between cores, and
  // `authwright/jwt` does not load the core `server`.
  const coreOf = new Map(
    [...inCores].map((file) => [
      file,
      platform.has(file) ? 'platform' : token.has(file) ? 'token' : 'server',
    ]),
  )
  // Modules that `authwright/jwt` imports dynamically are copied. Otherwise `authwright/jwt` would load a whole server
  // for a few functions.
  const copied = loadedBy([...token].flatMap((file) => importsOf(file, 'dynamic-import')))

  return {
    name: 'cores',
    setup({ initialOptions, onLoad, onResolve }) {
      for (const core of new Set(coreOf.values())) {
        initialOptions.entryPoints = { ...initialOptions.entryPoints, [core]: `./core:${core}` }
      }
      // If two modules of a core export the same name, esbuild would leave the name out without a message.
      initialOptions.logOverride = { 'ambiguous-reexport': 'error' }
      onResolve({ filter: /^[.][/]core:/ }, ({ path: file }) => ({ path: file.slice(2), namespace: 'core' }))
      onLoad({ filter: /./, namespace: 'core' }, ({ path: name }) => {
        const files = [...coreOf].flatMap(([file, core]) => (name === `core:${core}` ? [file] : []))
        return { contents: files.map((file) => `export * from './${file}'`).join('\n'), resolveDir: root }
      })

      onResolve({ filter: /^[.]|^src\// }, ({ path: specifier, resolveDir, importer, namespace, kind }) => {
        const file = sourceOf(path.resolve(resolveDir, specifier.replace(/[.]js$/, '.ts')))
        const core = coreOf.get(file)
        if (core === undefined || importer === `core:${core}`) return undefined
        const from = sourceOf(importer)
        const copies = namespace === 'copy' || (copied.has(from) && !coreOf.has(from))
        if (copies && core === 'server') return { path: file, namespace: 'copy' }
        if (namespace !== 'copy' && coreOf.get(from) === core) return undefined
        if (kind === 'dynamic-import')
          return { errors: [{ text: `${file} is loaded at the start already.` }] }
        if (kind !== 'entry-point') return { path: `#dist/${core}`, external: true }
        return { path: file, namespace: 'entry' }
      })
      onLoad({ filter: /./, namespace: 'copy' }, async ({ path: file }) => ({
        contents: await readFile(path.join(root, file), 'utf8'),
        loader: 'ts',
        resolveDir: path.dirname(path.join(root, file)),
      }))
      onLoad({ filter: /./, namespace: 'entry' }, async ({ path: file }) => {
        const { outputs } = (await build({ ...shared, entryPoints: [file] })).metafile
        const names = Object.values(outputs).flatMap(({ exports }) => exports)
        return { contents: `export { ${names} } from '#dist/${coreOf.get(file)}'`, resolveDir: root }
      })
    },
  }
}

/** @param {string} file @returns {Source} */
function sourceOf(file) {
  return path.relative(root, file).replaceAll(path.sep, '/')
}
