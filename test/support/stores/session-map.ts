import type { SessionStore, StoredClaims } from '../../../src/stores/contract.js'

/** Sessions in a map. */
export function sessionsInMap(rows: Map<string, StoredClaims>): SessionStore {
  return {
    create: async (id, session) => void rows.set(id, session),
    find: async (id) => rows.get(id) ?? null,
    async update(id, changes) {
      const row = rows.get(id)
      if (!row) return 'ended'
      rows.set(id, { ...row, ...changes })
      return 'stored'
    },
    async remove(id) {
      const row = rows.get(id) ?? null
      rows.delete(id)
      return row
    },
    list: async (userId) =>
      [...rows].filter(([, row]) => row.userId === userId).map(([id, row]) => ({ ...row, id })),
    removeAll: async () => rows.clear(),
  }
}
