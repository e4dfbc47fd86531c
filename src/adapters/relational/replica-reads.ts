import type { Fields, OwnedRow, RecordStore, TableName } from './record-store.js'

/** Milliseconds after a write of this process for which what it changed is read from the primary. */
const LAG = 10_000

/** Writes that are remembered at a time; what is forgotten is read from the replica earlier. */
const MAX_RECENT = 10_000

/**
 * A record store that reads sessions from a replica, and everything else from the primary. What this process has just written is read from
 * the primary, and so is a session that the replica does not have, or cannot return.
 */
export function replicaReads(primary: RecordStore, replica: RecordStore): RecordStore {
  const recent = new Map<string, number>()
  const wrote = (...keys: readonly string[]): void => {
    for (const key of keys) {
      recent.delete(key)
      recent.set(key, Date.now() + LAG)
    }
    for (const [key, until] of recent) {
      if (recent.size <= MAX_RECENT && until > Date.now()) break
      recent.delete(key)
    }
  }
  const isRecent = (key: string): boolean => (recent.get(key) ?? 0) > Date.now()
  const keysOf = (table: TableName, fields: Fields | undefined): string[] => {
    if (table === 'users') return [`user:${fields?.['id']}`]
    if (table !== 'sessions') return []
    const { sessionToken, userId } = fields ?? {}
    return [
      ...(sessionToken === undefined ? [] : [`session:${sessionToken}`]),
      ...(userId === undefined ? [] : [`user:${userId}`]),
    ]
  }
  /** Before and after the write: a read in between may come from either. */
  const writing = async <Result>(keys: readonly string[], write: () => Promise<Result>): Promise<Result> => {
    wrote(...keys)
    try {
      return await write()
    } finally {
      wrote(...keys)
    }
  }

  const marking = (store: RecordStore): RecordStore => ({
    ...store,
    insert: (table, fields) => writing(keysOf(table, fields), () => store.insert(table, fields)),
    update: (table, changes, key) =>
      writing(keysOf(table, { ...changes, ...key }), () => store.update(table, changes, key)),
    updateIf: (table, changes, key) =>
      writing(keysOf(table, { ...changes, ...key }), () => store.updateIf(table, changes, key)),
    remove: (table, key) => writing(keysOf(table, key), () => store.remove(table, key)),
    removeOwned: (table, userId) => writing([`user:${userId}`], () => store.removeOwned(table, userId)),
    removeUser: (id) => writing([`user:${id}`], () => store.removeUser(id)),
  })

  const { transaction } = primary
  return {
    ...marking(primary),
    async sessionWithUser(key): Promise<OwnedRow | undefined> {
      if (isRecent(`session:${key.sessionToken}`)) return primary.sessionWithUser(key)
      const found = await replica.sessionWithUser(key).catch(() => undefined)
      return found && !isRecent(`user:${found.user['id']}`) ? found : primary.sessionWithUser(key)
    },
    ...(transaction && { transaction: (work) => transaction((inside) => work(marking(inside))) }),
  }
}
