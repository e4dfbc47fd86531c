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

const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))

/**
 * In `package.json#exports`, a pattern means all modules directly in its folder.
 *
 * @returns {readonly Entry[]} in the order of `package.json`
 */
export function entries() {
  return Object.entries(manifest.exports)
    .filter(([subpath, target]) => subpath !== './package.json' && target !== null)
    .flatMap(([subpath]) => (subpath.endsWith('/*') ? modulesIn(subpath.slice(0, -'*'.length)) : [subpath]))
    .map((subpath) => {
      const name = subpath === '.' ? 'index' : subpath.slice('./'.length)
      return { subpath, name, written: !existsSync(path.join(root, `src/${name}.ts`)) }
    })
}

/** @returns {readonly Entry[]} */
export function sources() {
  return entries().filter(({ written }) => !written)
}

/** @param {string} folder such as `./providers/` */
function modulesIn(folder) {
  const names = readdirSync(path.join(root, 'src', folder)).filter((file) => file.endsWith('.ts'))
  const written = folder === './compat/providers/' ? Object.keys(compatProviders()) : []
  const all = new Set([...names.map((file) => path.basename(file, '.ts')), ...written])
  return [...all].sort().map((name) => folder + name)
}

/**
 * Returns the modules that must be separate files in `dist`, because the platform or a bundler decides which of them is
 * loaded.
 *
 * @returns {readonly string[]} paths inside `src` and `dist` without an extension
 */
export function platformModules() {
  return [...new Set(targets(manifest.imports))]
}

/** @returns {readonly string[]} paths inside `src` and `dist` without an extension */
export function builtModules() {
  const chosen = [...targets(manifest.exports), ...targets(manifest.imports)]
  return [...new Set([...sources().map(({ name }) => name), ...chosen])]
}

/** @param {unknown} choices @returns {Generator<string>} */
function* targets(choices) {
  for (const choice of Object.values(Object(choices))) {
    if (typeof choice !== 'string') yield* targets(choice)
    else if (/^[^*]+[.]js$/.test(choice)) yield choice.slice('./dist/'.length, -'.js'.length)
  }
}
