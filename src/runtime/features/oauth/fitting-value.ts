import type { Sealer } from '../../core/crypto/sealer.js'
import { roomForCookie } from '../../core/http/cookie-budget.js'
import type { CookiePolicy, NamedCookie } from '../../core/http/cookie-policy.js'
import type { CookieExchange } from '../../core/http/cookies.js'

/** Browsers accept at least 4,096 bytes per cookie, including the name and the attributes. */
const MAX_VALUE_BYTES = 3_800

export function fitsIntoCookie(
  name: string,
  cookie: NamedCookie,
  policy: CookiePolicy,
  exchange: CookieExchange,
): ValueSpace['fits'] {
  const room = Math.min(MAX_VALUE_BYTES, roomForCookie(exchange, policy, cookie) - name.length)
  return (length) => length <= room
}

export interface ValueSpace {
  readonly sealer: Pick<Sealer, 'seal'>
  /** In seconds. */
  readonly maxAge: number
  /** `length` is in bytes. */
  fits(length: number): boolean
}

/** `payloads` are alternatives, in order of preference. */
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
