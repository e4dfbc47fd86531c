import { hasControlCharacter } from '../base/unicode.js'

/** In characters, like the claim `sub` of OpenID Connect. */
export const MAX_ID_LENGTH = 255

/**
 * Rejects numbers beyond the safe integers, because different ids could be rounded to the same number.
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

/** `String()` returns such strings for a missing or invalid id. All users without an id would share them. */
export function isMissingId(id: string): boolean {
  return /^(?:undefined|null|NaN|-?Infinity|\[object .*\])$/.test(id)
}
