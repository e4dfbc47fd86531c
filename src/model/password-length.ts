/** In code points. @see https://pages.nist.gov/800-63-4/sp800-63b.html#passwordver */
const DEFAULT_MIN_LENGTH = 15

/** In code points. A lower `minLength` is raised to this value. */
export const LEAST_MIN_LENGTH = 8

export function minLengthOf({
  minLength = DEFAULT_MIN_LENGTH,
}: {
  readonly minLength?: number | undefined
}): number {
  return Math.max(minLength, LEAST_MIN_LENGTH)
}
