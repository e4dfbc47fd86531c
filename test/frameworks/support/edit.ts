import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** A change of a file: a string, and its replacement. */
export type Edit = readonly [text: string, other: string]

/** Changes a file of an application. Throws if the file does not contain the text. */
export function edit(folder: string, name: string, ...edits: readonly Edit[]): void {
  const file = path.join(folder, name)
  let content = readFileSync(file, 'utf8')
  for (const [text, other] of edits) {
    if (!content.includes(text)) throw new Error(`${name} has no "${text}".`)
    content = content.replace(text, () => other)
  }
  writeFileSync(file, content)
}
