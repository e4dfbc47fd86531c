import { unicodePattern } from './unicode.js'

/** Longest text of a provider that is kept, in characters. */
const MAX_TEXT = 200

/** Text from a provider, short and on one line. */
export function printable(text: string): string {
  const line = text.slice(0, MAX_TEXT).replace(unicodePattern(String.raw`\p{C}+`, 'gu'), ' ')
  return text.length > MAX_TEXT ? `${line}…` : line
}
