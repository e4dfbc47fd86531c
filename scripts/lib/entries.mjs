import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './root.mjs'

/**
 * @typedef {object} Entry
 * @property {string} subpath as in `package.json`: `.`, `./errors`, `./providers/github`
 * @property {string} name path inside `src` and `dist` without an extension: `index`, `providers/github`
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
    .map((subpath) => ({ subpath, name: subpath === '.' ? 'index' : subpath.slice('./'.length) }))
}

/** @param {string} folder such as `./providers/` */
function modulesIn(folder) {
  return readdirSync(path.join(root, 'src', folder))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => folder + path.basename(file, '.ts'))
    .sort()
}

/**
 * The modules behind `package.json#imports`: each has its own file in `dist`, too, because the platform
 * decides at run time, or a bundler before, which one is loaded.
 *
 * @returns {readonly string[]} paths inside `src` and `dist` without an extension
 */
export function platformModules() {
  const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  /** @type {readonly (string | Record<string, string>)[]} */
  const choices = Object.values(manifest.imports)
  return choices
    .filter((choice) => typeof choice !== 'string')
    .flatMap(Object.values)
    .map((file) => file.slice('./dist/'.length, -'.js'.length))
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
