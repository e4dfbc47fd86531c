/**
 * Converts a value to a number, also from a bigint or a string, because clients can be configured to return numbers in
 * these types.
 */
export function numberOf(value: unknown): number | undefined {
  if (typeof value !== 'number' && typeof value !== 'bigint' && typeof value !== 'string') return undefined
  const isBlank = typeof value === 'string' && value.trim() === ''
  return isBlank || Number.isNaN(Number(value)) ? undefined : Number(value)
}
