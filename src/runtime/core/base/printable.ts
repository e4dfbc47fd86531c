import { unicodePattern } from './unicode.js'

/* Separate from unicode.ts, which every server loads when it starts. */

/** The longest string of a provider that is shown, in characters. */
const MAX_TEXT = 200

/** Text from a provider, short and on one line. */
export function printable(text: string): string {
  const line = text.slice(0, MAX_TEXT).replace(unicodePattern(String.raw`\p{C}+`, 'gu'), ' ')
  return text.length > MAX_TEXT ? `${line}…` : line
}
