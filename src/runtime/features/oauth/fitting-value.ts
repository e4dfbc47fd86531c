import type { Sealer } from '../../core/crypto/sealer.js'

/** The space for the value of a cookie. */
export interface ValueSpace {
  readonly sealer: Pick<Sealer, 'seal'>
  /** Lifetime of the value, in seconds. */
  readonly maxAge: number
  /** Whether a value of this length in bytes fits. */
  fits(length: number): boolean
}

/**
 * Seals the first payload whose value fits into a cookie, and returns the value. `undefined` if none fits.
 *
 * @param payloads - Alternatives, the preferred one first.
 */
export async function firstFitting(
  payloads: readonly Record<string, unknown>[],
  { sealer, maxAge, fits }: ValueSpace,
): Promise<string | undefined> {
  for (const payload of payloads) {
    // A sealed value is longer than its payload, and a payload that is much too long cannot be sealed.
    const { length } = new TextEncoder().encode(JSON.stringify(payload))
    const value = fits(length) ? await sealer.seal(payload, maxAge) : undefined
    if (value !== undefined && fits(value.length)) return value
  }
  return undefined
}
