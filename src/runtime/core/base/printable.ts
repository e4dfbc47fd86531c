import { unicodePattern } from './unicode.js'

/* Separate from unicode.ts, because every server loads unicode.ts when it starts. */

const MAX_CHARACTERS = 200

/** Shortens an untrusted string, and puts it on one line. */
export function printable(text: string): string {
  const line = text
    .slice(0, MAX_CHARACTERS)
    .replace(unicodePattern(String.raw`[\p{C}\p{Zl}\p{Zp}]+`, 'gu'), ' ')
  return text.length > MAX_CHARACTERS ? `${line}…` : line
}
