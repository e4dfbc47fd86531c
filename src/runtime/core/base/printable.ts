import { unicodePattern } from './unicode.js'

/* Separate from unicode.ts, which every server loads when it starts. */

/** Maximum number of characters shown from a provider's string. */
const MAX_TEXT = 200

/** Shortens a string from a provider, and puts it on one line. */
export function printable(text: string): string {
  const line = text.slice(0, MAX_TEXT).replace(unicodePattern(String.raw`\p{C}+`, 'gu'), ' ')
  return text.length > MAX_TEXT ? `${line}…` : line
}
