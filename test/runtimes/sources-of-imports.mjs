import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../../scripts/lib/root.mjs'

/**
 * An esbuild plugin that resolves `#name` to the source of the module in `package.json#imports`.
 *
 * @param {readonly string[]} conditions besides `default`
 * @returns {import('esbuild').Plugin}
 */
export function sourcesOfImports(conditions) {
  /** @type {{ readonly imports: Readonly<Record<string, Target>> }} */
  const { imports } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  return {
    name: 'imports',
    setup(build) {
      build.onResolve({ filter: /^#/ }, ({ path: name }) => {
        const pattern = name in imports ? name : name.replace(/(?<=\/).+$/, '*')
        const target = chosen(/** @type {Target} */ (imports[pattern]), conditions)
        const file = target.replace('*', name.slice(pattern.length - 1))
        return {
          path: path.join(root, file.replace('./dist/', 'src/').replace(/[.]js$/, '.ts')),
          sideEffects: false,
        }
      })
    },
  }
}

/** A file, or files by condition. @typedef {string | { readonly [condition: string]: Target }} Target */

/** @param {Target} target @param {readonly string[]} conditions @returns {string} */
function chosen(target, conditions) {
  if (typeof target === 'string') return target
  const [, choice] =
    Object.entries(target).find(([name]) => name === 'default' || conditions.includes(name)) ?? []
  return chosen(/** @type {Target} */ (choice), conditions)
}
