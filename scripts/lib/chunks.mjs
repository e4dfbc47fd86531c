import path from 'node:path'
import { platformModules } from './entries.mjs'
import { root } from './root.mjs'

const source = path.join(root, 'src') + path.sep

/** @param {string} name */
const entryFile = (name) => path.join(source, `${name}.ts`)

/**
 * Which chunk a module goes to where that is not left to Rollup, which makes one of every set of modules that the same entries
 * lead to: dozens of files that a server opens one by one. What a server loads at its start is two files in place of thirty.
 *
 * @type {import('rollup').GetManualChunk}
 */
export function chunkOf(id, { getModuleInfo }) {
  if (id === entryFile('index') || id === entryFile('jwt')) return undefined
  const loads = (/** @type {string} */ entry) => loadedBy(entry, getModuleInfo).has(id)
  // What the chunks below import must not import them.
  if (!loads('index') || platformModules().some(loads)) return undefined
  // `authwright/jwt` reads sessions without the rest of a server.
  return loads('jwt') ? 'token' : 'server'
}

/** The sources that are loaded with a module, itself among them. @param {string} name @param {import('rollup').GetModuleInfo} info */
function loadedBy(name, info) {
  const seen = new Set([entryFile(name)])
  for (const id of seen) {
    for (const imported of info(id)?.importedIds ?? []) if (imported.startsWith(source)) seen.add(imported)
  }
  return seen
}
