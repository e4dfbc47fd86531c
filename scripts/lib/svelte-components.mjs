import { readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Ships components of Svelte as they are, beside the module that exports them: the application compiles them.
 *
 * @returns {import('rollup').Plugin}
 */
export function svelteComponents() {
  return {
    name: 'svelte-components',
    resolveId(id, importer) {
      if (!id.endsWith('.svelte') || importer === undefined) return null
      const file = path.resolve(path.dirname(importer), id)
      const fileName = path.relative(path.resolve('src'), file)
      this.emitFile({ type: 'asset', fileName, source: readFileSync(file) })
      return { id, external: 'absolute' }
    },
  }
}
