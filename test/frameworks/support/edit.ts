import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** One change of a text: what is there, and what is written in its place. */
export type Edit = readonly [text: string, other: string]

/** Changes a file of an application. Throws where it does not have the text. */
export function edit(folder: string, name: string, [text, other]: Edit): void {
  const file = path.join(folder, name)
  const before = readFileSync(file, 'utf8')
  if (!before.includes(text)) throw new Error(`${name} has no "${text}".`)
  writeFileSync(
    file,
    before.replace(text, () => other),
  )
}
