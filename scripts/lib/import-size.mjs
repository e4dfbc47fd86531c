import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './root.mjs'

/**
 * What Node.js reads when a built module is imported: the module and everything that it imports at once.
 *
 * @param {string} entry path inside the repository
 * @returns {{ files: number, bytes: number, builtins: number }} `builtins`: modules of Node.js itself
 */
export function importSize(entry) {
  const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  const seen = new Set([path.join(root, entry)])
  const builtins = new Set()
  let bytes = 0
  for (const file of seen) {
    const source = readFileSync(file, 'utf8')
    bytes += Buffer.byteLength(source)
    for (const [, specifier = ''] of source.matchAll(
      /^(?:import|export|\})[^'"\n]*(?:from )?["']([^"']+)["'];?$/gm,
    )) {
      if (specifier.startsWith('node:')) builtins.add(specifier)
      else if (specifier.startsWith('.')) seen.add(path.resolve(path.dirname(file), specifier))
      else if (specifier.startsWith('#')) seen.add(path.join(root, forNode(manifest.imports[specifier])))
      else seen.add(path.join(root, 'node_modules', specifier, mainOf(specifier)))
    }
  }
  return { files: seen.size, bytes, builtins: builtins.size }
}

/** @param {{ node?: string, default: string }} choice */
function forNode(choice) {
  return choice.node ?? choice.default
}

/** The file of a library that has one entry point. @param {string} name */
function mainOf(name) {
  const manifest = JSON.parse(readFileSync(path.join(root, 'node_modules', name, 'package.json'), 'utf8'))
  const { '.': entry } = manifest.exports ?? {}
  return entry?.import?.default ?? entry?.import ?? entry?.default ?? manifest.module ?? manifest.main
}
