/** Whether two ids are those of one row. Some databases count their users, and some compare loosely what we do not. */
export function sameId(one: unknown, other: unknown): boolean {
  return String(one) === String(other)
}
