import type { Node } from 'acorn'

/** An element of a list in the source, with the comments that belong to it. */
export interface Listed<Item extends Node> {
  readonly node: Item
  /** Comments above it, a line each, without their indentation. */
  readonly before: readonly string[]
  /** The comment that ends its line, or empty. */
  readonly after: string
}

/** The elements between two brackets, and the comments after the last one. */
export function listed<Item extends Node>(
  text: string,
  { start, end }: Node,
  nodes: readonly Item[],
): { readonly items: readonly Listed<Item>[]; readonly rest: readonly string[] } {
  const items: Listed<Item>[] = []
  let at = start + 1
  for (const [index, node] of nodes.entries()) {
    const before = comments(text.slice(at, node.start))
    const limit = nodes[index + 1]?.start ?? end - 1
    const tail = text
      .slice(node.end, limit)
      .match(/^\s*,?[^\S\n]*(\/\/[^\n]*|\/\*[^\n]*?\*\/(?=[^\S\n]*\n))?/)
    const isSameLine = tail?.[1] !== undefined && !tail[0].trimEnd().slice(0, -tail[1].length).includes('\n')
    const after = isSameLine ? (tail[1] ?? '').trim() : ''
    at =
      node.end + (isSameLine ? tail[0].length : (text.slice(node.end, limit).match(/^\s*,/)?.[0].length ?? 0))
    items.push({ node, before, after })
  }
  return { items, rest: comments(text.slice(at, end - 1)) }
}

function comments(between: string): readonly string[] {
  return between
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && line !== ',')
    .map((line) => line.replace(/^,\s*/, ''))
}

/** Source that stood at one depth, as it stands at another: lines after the first move. */
export function indented(source: string, from: string, to: string): string {
  if (from === to) return source
  return source
    .split('\n')
    .map((line, index) => (index > 0 && line.startsWith(from) ? to + line.slice(from.length) : line))
    .join('\n')
}

/** The blanks at the start of the line of a position. */
export function indentOf(text: string, position: number): string {
  const line = text.slice(text.lastIndexOf('\n', position - 1) + 1)
  return line.match(/^[^\S\n]*/)?.[0] ?? ''
}
