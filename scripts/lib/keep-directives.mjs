import { readFileSync } from 'node:fs'

/**
 * Keeps `'use client'` at the head of an entry, where bundlers of React look for it.
 *
 * @returns {import('rollup').Plugin}
 */
export function keepDirectives() {
  return {
    name: 'keep-directives',
    renderChunk(code, { facadeModuleId }) {
      if (facadeModuleId === null) return null
      const [, directive] = /^\s*(['"]use \w+['"])/m.exec(readFileSync(facadeModuleId, 'utf8')) ?? []
      return directive === undefined ? null : { code: `${directive};\n${code}`, map: null }
    },
    onLog(_, { code }) {
      return code !== 'MODULE_LEVEL_DIRECTIVE'
    },
  }
}
