import type { Sealer } from '../../core/crypto/sealer.js'

export interface ValueSpace {
  readonly sealer: Pick<Sealer, 'seal'>
  /** In seconds. */
  readonly maxAge: number
  /** `length` is in bytes. */
  fits(length: number): boolean
}

/** Seals the first payload that fits into a cookie. `payloads` are alternatives, in order of preference. */
export async function firstFitting(
  payloads: readonly Record<string, unknown>[],
  { sealer, maxAge, fits }: ValueSpace,
): Promise<string | undefined> {
  for (const payload of payloads) {
    // A sealed value is longer than its payload. Sealing a payload that is much too long would fail.
    const { length } = new TextEncoder().encode(JSON.stringify(payload))
    const value = fits(length) ? await sealer.seal(payload, maxAge) : undefined
    if (value !== undefined && fits(value.length)) return value
  }
  return undefined
}
