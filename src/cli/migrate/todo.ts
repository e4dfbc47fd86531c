import type { Node } from 'acorn'
import { type EditedModule, nodesOf } from '../edit/module.js'

/** How a comment of the command begins, by which it finds what is left to do. */
export const marker = 'TODO(authwright):'

/** The page of the documentation, by the heading that a comment names. */
const page = 'docs/migrating/auth-js.md'

/** Puts a comment above the statement, or the property, that a node is in. A line that has it already stays. */
export function leaveTodo(module: EditedModule, node: Node, message: string, heading: string): void {
  const { text, edits, newline } = module
  const around = [...nodesOf(module.program)].filter(
    ({ type, start, end }) =>
      start <= node.start &&
      node.end <= end &&
      (type === 'Property' || (/Statement$|Declaration$/.test(type) && type !== 'BlockStatement')),
  )
  const holder = around.filter(({ start }) => /^[^\S\n]*$/.test(lineBefore(text, start))).at(-1)
  const at = holder?.start ?? node.start
  const indent = lineBefore(text, at)
  const comment = `// ${marker} ${message} See ${page}#${heading}`
  if (text.slice(0, at).trimEnd().endsWith(comment)) return
  if (/^[^\S\n]*$/.test(indent)) edits.appendLeft(at, `${comment}${newline}${indent}`)
  else edits.appendLeft(at, `/* ${comment.slice(3)} */ `)
}

function lineBefore(text: string, position: number): string {
  return text.slice(text.lastIndexOf('\n', position - 1) + 1, position)
}

/** A place that the command left to its user. */
export interface Remaining {
  readonly file: string
  readonly line: number
  readonly message: string
}

export function remainingIn(file: string, text: string): readonly Remaining[] {
  return text.split('\n').flatMap((line, index) => {
    const at = line.indexOf(marker)
    if (at === -1) return []
    const message = line.slice(at + marker.length).replace(/(?:\*\/|-->).*$/, '')
    return [{ file, line: index + 1, message: message.trim() }]
  })
}
