import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { codeBlocks } from '../../../scripts/lib/code-blocks.mjs'

/** The source of a `ts` block of a page, unchanged. */
export interface Example {
  /** The title of the block, or a name made from its line number. */
  readonly file: string
  readonly code: string
}

/** The `ts` blocks of a documentation page. */
export function examplesOf(page: string): readonly Example[] {
  return codeBlocks(readFileSync(page, 'utf8'))
}

/** Writes the blocks into one folder, and returns the URL of the last one. */
export function written(folder: string, examples: readonly Example[]): string {
  const directory = path.resolve('temp/chaos', folder)
  mkdirSync(directory, { recursive: true })
  let last = ''
  for (const { file, code } of examples) {
    last = path.join(directory, file.endsWith('.ts') ? file : `${file}.ts`)
    writeFileSync(last, code)
  }
  return pathToFileURL(last).href
}
