import { hasControlCharacter } from '../base/unicode.js'

/** In characters, like the claim `sub` of OpenID Connect. */
export const MAX_ID_LENGTH = 255

/**
 * Returns an id as a string, or `undefined` if it is not valid. Rejects numbers beyond the safe integers,
 * because different ids could be rounded to the same number.
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html#IDToken
 */
export function stableId(id: unknown): string | undefined {
  if (typeof id === 'string')
    return id !== '' && id.length <= MAX_ID_LENGTH && !hasControlCharacter(id) && !isMissingId(id)
      ? id
      : undefined
  return Number.isSafeInteger(id) || typeof id === 'bigint' ? String(id) : undefined
}

/**
 * Whether the string is the result of `String()` for a missing or invalid id. All users without an id would
 * share it.
 */
export function isMissingId(id: string): boolean {
  return /^(?:undefined|null|NaN|-?Infinity|\[object .*\])$/.test(id)
}
