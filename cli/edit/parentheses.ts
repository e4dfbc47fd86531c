import type { Node } from 'acorn'

/**
 * Includes parentheses around the element.
 *
 * @param from - The end of the previous element, or the start of the list.
 * @param to - The start of the next element, or the end of the list.
 */
export function withParentheses(
  text: string,
  { start, end }: Pick<Node, 'start' | 'end'>,
  from: number,
  to: number,
): Pick<Node, 'start' | 'end'> {
  const open = marksIn(text.slice(from, start))
  const close = marksIn(text.slice(end, to))
  const opened =
    open
      .map(({ mark }) => mark)
      .join('')
      .match(/\(*$/)?.[0].length ?? 0
  const closed =
    close
      .map(({ mark }) => mark)
      .join('')
      .match(/^\)*/)?.[0].length ?? 0
  const depth = Math.min(opened, closed)
  const first = open.at(-depth)
  const last = close[depth - 1]
  if (!first || !last) return { start, end }
  return { start: from + first.at, end: end + last.at + 1 }
}

/** Matches a comment, a parenthesis or a comma. Comments match first, so that their contents are ignored. */
export const commentOrMark = /\/\/.*|\/\*[\s\S]*?\*\/|[(),]/g

function marksIn(gap: string): readonly { readonly mark: string; readonly at: number }[] {
  return [...gap.matchAll(commentOrMark)]
    .map((match) => ({ mark: match[0], at: match.index }))
    .filter(({ mark }) => mark.length === 1)
}
