import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { compatProviders } from './compat-providers.mjs'
import { root } from './root.mjs'

/**
 * @typedef {object} Entry
 * @property {string} subpath as in `package.json`: `.`, `./errors`, `./providers/github`
 * @property {string} name path inside `src` and `dist` without an extension: `index`, `providers/github`
 * @property {boolean} written whether the build writes it, without a source
 */

/**
 * The public entry points. `package.json#exports` is the one list of them: the build, the API reports and the
 * checks all read it here. A pattern stands for the modules directly in its folder.
 *
 * @returns {readonly Entry[]} in the order of `package.json`
 */
export function entries() {
  const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  return Object.entries(manifest.exports)
    .filter(([subpath, target]) => subpath !== './package.json' && target !== null)
    .flatMap(([subpath]) => (subpath.endsWith('/*') ? modulesIn(subpath.slice(0, -'*'.length)) : [subpath]))
    .map((subpath) => {
      const name = subpath === '.' ? 'index' : subpath.slice('./'.length)
      return { subpath, name, written: !existsSync(path.join(root, `src/${name}.ts`)) }
    })
}

/** @returns {readonly Entry[]} the entry points that are not written by the build alone */
export function sources() {
  return entries().filter(({ written }) => !written)
}

/** @param {string} folder such as `./providers/` */
function modulesIn(folder) {
  const names = readdirSync(path.join(root, 'src', folder))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => path.basename(file, '.ts'))
  const written = folder === './compat/providers/' ? Object.keys(compatProviders()) : []
  return [...new Set([...names, ...written])].sort().map((name) => folder + name)
}

/**
 * The modules behind `package.json#imports`: each has its own file in `dist`, too, because the platform
 * decides at run time, or a bundler before, which one is loaded.
 *
 * @returns {readonly string[]} paths inside `src` and `dist` without an extension
 */
export function platformModules() {
  const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  const files = [...targets(manifest.imports)].filter((file) => !file.includes('*') && file !== LEFT_OUT)
  return [...new Set(files)].map(moduleOf)
}

/** What stands in for the parts that a bundle leaves out. */
const LEFT_OUT = './dist/runtime/left-out.js'

/**
 * The modules behind the patterns of `package.json#imports`, which a bundle may leave out: each has its own file in `dist`.
 *
 * @returns {readonly string[]} paths inside `src` and `dist` without an extension
 */
export function partModules() {
  const { imports } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  const parts = Object.keys(imports).filter((name) => name.endsWith('/*') && name !== '#dist/*')
  const folder = path.join(root, 'src/runtime')
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [...readFileSync(path.join(folder, file), 'utf8').matchAll(/'(#[\w-]+\/)([\w/-]+)'/g)])
    .filter(([, part]) => parts.includes(`${part}*`))
    .map(([, , name]) => `runtime/${name}`)
  return [...new Set([...names, moduleOf(LEFT_OUT)])].sort()
}

/**
 * The modules that stand in for an entry point where a bundler resolves the import condition `production` or `browser`.
 *
 * @returns {readonly string[]} paths inside `src` and `dist` without an extension
 */
export function conditionModules() {
  const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  /** @type {readonly ({ production?: string, browser?: string } | string | null)[]} */
  const targets = Object.values(manifest.exports)
  const files = targets.flatMap((target) =>
    [Object(target).production ?? [], Object(target).browser ?? []].flat(),
  )
  return [...new Set(files)].map(moduleOf)
}

/** @param {string} file such as `./dist/index.js` */
function moduleOf(file) {
  return file.slice('./dist/'.length, -'.js'.length)
}

/**
 * The files that conditions choose between, however deep they are nested.
 *
 * @param {Readonly<Record<string, unknown>>} choices
 * @returns {Generator<string>}
 */
function* targets(choices, nested = false) {
  for (const choice of Object.values(choices)) {
    if (typeof choice === 'object' && choice !== null) yield* targets({ ...choice }, true)
    else if (nested) yield String(choice)
  }
}

/**
 * What `package.json#exports` says of an entry point.
 *
 * @param {Entry} entry
 * @returns {{ types: string, svelte?: string, default: string }}
 */
export function exportTarget({ name }) {
  const [types, code] = [`./dist/${name}.d.ts`, `./dist/${name}.js`]
  // By which bundlers know that there are components of Svelte to compile.
  return name === 'sveltekit/components' ? { types, svelte: code, default: code } : { types, default: code }
}
