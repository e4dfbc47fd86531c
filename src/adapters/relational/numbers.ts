/**
 * The number in a column of SQLite, which clients can be configured to return as bigint or as a string. Returns
 * `undefined` if it is not a number.
 */
export function numberOf(value: unknown): number | undefined {
  if (typeof value !== 'number' && typeof value !== 'bigint' && typeof value !== 'string') return undefined
  const isBlank = typeof value === 'string' && value.trim() === ''
  return isBlank || Number.isNaN(Number(value)) ? undefined : Number(value)
}
