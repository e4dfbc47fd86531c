import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../../../scripts/lib/root.mjs'

/** The sections of the documentation that an output names, and whether each page has its section. */
export function namedSections(output: string): readonly { heading: string; isInDocs: boolean }[] {
  return [...output.matchAll(/[Ss]ee "(.+?)" in node_modules\/authwright\/(docs\/\S+\.md)/g)].map(
    ([, heading = '', page = '']) => {
      const lines = readFileSync(path.join(root, page), 'utf8').split('\n')
      return { heading, isInDocs: lines.some((line) => line.replace(/^#+ /, '') === heading) }
    },
  )
}
