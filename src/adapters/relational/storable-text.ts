import { AdapterError } from '../../errors.js'

/**
 * Whether every driver stores a string unchanged. Some drivers cut strings at U+0000 or replace lone surrogates. Two
 * different identifiers of a provider could then become equal.
 */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && !/\p{Surrogate}/u.test(text)
}

export function requireStorable(field: string, value: unknown): void {
  if (typeof value !== 'string' || isStorable(value)) return
  throw new AdapterError(
    `The value of "${field}" cannot be stored: it must be a string of valid Unicode without U+0000.`,
  )
}
