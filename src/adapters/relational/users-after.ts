import type { Fields } from './record-store.js'

/** Sorts the users in memory, for stores that cannot sort. */
export function usersAfter(
  users: readonly Fields[],
  after: string | undefined,
  limit: number,
): readonly Fields[] {
  return users
    .filter(({ id }) => after === undefined || String(id) > after)
    .sort((one, other) => (String(one['id']) < String(other['id']) ? -1 : 1))
    .slice(0, limit)
}
