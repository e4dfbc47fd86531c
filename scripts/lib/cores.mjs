import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'esbuild'
import { platformModules, sources } from './entries.mjs'
import { root } from './root.mjs'

/** A source file: its path in the repository, as esbuild writes it. @typedef {string} Source */

/**
 * An esbuild plugin that puts the modules which every server loads at its start into a few files, the cores.
 *
 * With `splitting`, esbuild makes a chunk of every set of modules that the same entries import: a server would open 33 files. A module
 * outside a core imports a core by `#dist/<core>` (`package.json#imports`), which stays external.
 *
 * @returns {Promise<import('esbuild').Plugin>}
 */
export async function cores() {
  const imports = await importGraph()
  // The checks of a configuration are a separate file; what they share with later modules comes with the server.
  const checks = [...loadedBy(imports, ['builder/every-check'])]
  const server = new Set([
    ...loadedBy(imports, ['index']),
    ...checks.filter((file) => !file.startsWith('src/builder/')),
  ])
  const token = loadedBy(imports, ['jwt'])
  const platform = loadedBy(
    imports,
    platformModules().filter((name) => !name.startsWith('builder/')),
  )

  /** @type {Map<Source, string>} */
  const coreOf = new Map()
  for (const file of server) {
    // No module imports these two.
    if (file === 'src/index.ts' || file === 'src/jwt.ts') continue
    // The order keeps cores free of cycles: each set holds whatever its modules import. `authwright/jwt` loads no server.
    coreOf.set(file, platform.has(file) ? 'platform' : token.has(file) ? 'token' : 'server')
  }
  // What `authwright/jwt` loads later than at its start is copied: it would otherwise load a whole server for a few functions.
  const copied = loadedLater(imports, token)
  const exports = await exportsOf(coreOf)

  return {
    name: 'cores',
    setup({ initialOptions, onLoad, onResolve }) {
      for (const core of new Set(coreOf.values())) {
        initialOptions.entryPoints = { ...initialOptions.entryPoints, [core]: `./core:${core}` }
      }
      onResolve({ filter: /^[.][/]core:/ }, ({ path: file }) => ({ path: file.slice(2), namespace: 'core' }))
      onLoad({ filter: /./, namespace: 'core' }, ({ path: name }) => ({
        contents: [...coreOf]
          .filter(([, core]) => name === `core:${core}`)
          .map(
            ([file]) =>
              `export { ${list(exports, file, ([own, core]) => `${own} as ${core}`)} } from './${file}'`,
          )
          .join('\n'),
        resolveDir: root,
      }))

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
        const renamed = exports.get(file)?.some(([own, shared]) => own !== shared)
        if (kind !== 'entry-point' && !renamed) return { path: `#dist/${core}`, external: true }
        return { path: file, namespace: 'renamed' }
      })
      onLoad({ filter: /./, namespace: 'copy' }, async ({ path: file }) => ({
        contents: await readFile(path.join(root, file), 'utf8'),
        loader: 'ts',
        resolveDir: path.dirname(path.join(root, file)),
      }))
      onLoad({ filter: /./, namespace: 'renamed' }, ({ path: file }) => ({
        contents: `export { ${list(exports, file, ([own, core]) => `${core} as ${own}`)} } from '#dist/${coreOf.get(file)}'`,
        resolveDir: root,
      }))
    },
  }
}

/** @param {string} file @returns {Source} */
function sourceOf(file) {
  return path.relative(root, file).replaceAll(path.sep, '/')
}

/** @returns {Promise<import('esbuild').Metafile['inputs']>} */
async function importGraph() {
  const { metafile } = await build({
    entryPoints: [...sources().map(({ name }) => name), ...platformModules()].map((name) => `src/${name}.ts`),
    bundle: true,
    external: ['#*', '*.svelte'],
    packages: 'external',
    format: 'esm',
    outdir: 'dist',
    write: false,
    metafile: true,
    absWorkingDir: root,
  })
  return metafile.inputs
}

/**
 * The modules that are loaded at once with any of these, themselves included.
 *
 * @param {import('esbuild').Metafile['inputs']} imports
 * @param {readonly string[]} names paths in `src` without an extension
 * @returns {ReadonlySet<Source>}
 */
function loadedBy(imports, names) {
  const files = new Set(names.map((name) => `src/${name}.ts`))
  for (const file of files) {
    for (const { path, kind, external } of imports[file]?.imports ?? []) {
      if (kind === 'import-statement' && !external) files.add(path)
    }
  }
  return files
}

/**
 * The modules that these import when they are first used, with all that those load at once.
 *
 * @param {import('esbuild').Metafile['inputs']} imports
 * @param {ReadonlySet<Source>} files
 * @returns {ReadonlySet<Source>}
 */
function loadedLater(imports, files) {
  const later = [...files].flatMap((file) => imports[file]?.imports ?? [])
  const names = later.filter(({ kind, external }) => kind === 'dynamic-import' && !external)
  const loaded = loadedBy(
    imports,
    names.map(({ path: file }) => file.slice('src/'.length, -'.ts'.length)),
  )
  return new Set([...loaded].filter((file) => !files.has(file)))
}

/**
 * What each module exports, with a name for it that is unique within its core.
 *
 * @param {ReadonlyMap<Source, string>} coreOf
 * @returns {Promise<ReadonlyMap<Source, readonly (readonly [own: string, core: string])[]>>}
 */
async function exportsOf(coreOf) {
  const { metafile } = await build({
    entryPoints: [...coreOf.keys()],
    format: 'esm',
    outdir: 'dist',
    outbase: '.',
    write: false,
    metafile: true,
    absWorkingDir: root,
  })
  /** @type {Map<string, number>} */
  const uses = new Map()
  return new Map(
    Object.values(metafile.outputs).map(({ entryPoint = '', exports }) => [
      entryPoint,
      exports.map((name) => {
        const key = `${coreOf.get(entryPoint)} ${name}`
        const use = (uses.get(key) ?? 0) + 1
        uses.set(key, use)
        return [name, use === 1 ? name : `${name}${use}`]
      }),
    ]),
  )
}

/** @param {Awaited<ReturnType<typeof exportsOf>>} exports @param {Source} file @param {(names: readonly [string, string]) => string} write */
function list(exports, file, write) {
  return (exports.get(file) ?? []).map(write).join(', ')
}
