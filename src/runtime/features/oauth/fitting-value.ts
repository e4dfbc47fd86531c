import type { Sealer } from '../../core/crypto/sealer.js'
import { roomForCookie } from '../../core/http/cookie-budget.js'
import type { CookiePolicy, NamedCookie } from '../../core/http/cookie-policy.js'
import type { CookieExchange } from '../../core/http/cookies.js'

/**
 * Maximum length of a value that is not split into several cookies, in bytes. Browsers accept at
 * least 4,096 bytes per cookie, including the name and the attributes.
 */
const MAX_VALUE_BYTES = 3_800

/** Returns a function that tells whether a value of a length in bytes fits into one cookie. */
export function fitsIntoCookie(
  name: string,
  cookie: NamedCookie,
  policy: CookiePolicy,
  exchange: CookieExchange,
): ValueSpace['fits'] {
  const room = Math.min(MAX_VALUE_BYTES, roomForCookie(exchange, policy, cookie) - name.length)
  return (length) => length <= room
}

/** The space for the value of a cookie. */
export interface ValueSpace {
  readonly sealer: Pick<Sealer, 'seal'>
  /** Lifetime of the value, in seconds. */
  readonly maxAge: number
  /** Whether a value of this length in bytes fits. */
  fits(length: number): boolean
}

/**
 * Seals the first payload whose value fits, and returns the value. `undefined` if no value fits.
 *
 * @param payloads - Alternatives, in order of preference.
 */
export async function firstFitting(
  payloads: readonly Record<string, unknown>[],
  { sealer, maxAge, fits }: ValueSpace,
): Promise<string | undefined> {
  for (const payload of payloads) {
    // The length of the payload is checked first, because a sealed value is longer than its payload, and
    // sealing a payload that is much too long would fail.
    const { length } = new TextEncoder().encode(JSON.stringify(payload))
    const value = fits(length) ? await sealer.seal(payload, maxAge) : undefined
    if (value !== undefined && fits(value.length)) return value
  }
  return undefined
}
