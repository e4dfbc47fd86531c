import type { Fields, OwnedRow, RecordStore, TableName } from './record-store.js'

/** Milliseconds for which this process reads a session from the primary after changing it. */
const LAG = 10_000

/** Maximum number of remembered writes. Sessions of older writes are read from the replica again. */
const MAX_RECENT = 10_000

/** Milliseconds within which the replica must respond. */
const TIMEOUT_MS = 500

/** Milliseconds for which the replica is not used after it did not respond in time. One read then tests it again. */
const PAUSE_MS = 5_000

/**
 * A record store that reads sessions from a replica, and everything else from the primary. A session is also
 * read from the primary if this process has just changed it, or if the replica lacks it or fails.
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

  let pausedUntil = 0
  /** Reads from the replica; `undefined` if it fails, times out, or has timed out recently. */
  const fromReplica = async <Result>(read: () => Promise<Result>): Promise<Result | undefined> => {
    const now = performance.now()
    if (now < pausedUntil) return undefined
    // This read tests the replica. Others use the primary until it has responded.
    if (pausedUntil > 0) pausedUntil = now + PAUSE_MS
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), TIMEOUT_MS)
    })
    const reading = read().catch(() => undefined)
    const found = await Promise.race([reading, late]).finally(() => clearTimeout(timer))
    pausedUntil = found === 'late' ? performance.now() + PAUSE_MS : 0
    return found === 'late' ? undefined : found
  }

  const { transaction } = primary
  return {
    ...marking(primary),
    async sessionWithUser(key): Promise<OwnedRow | undefined> {
      if (isRecent(`session:${key.sessionToken}`)) return primary.sessionWithUser(key)
      const found = await fromReplica(() => replica.sessionWithUser(key))
      return found && !isRecent(`user:${found.user['id']}`) ? found : primary.sessionWithUser(key)
    },
    ...(transaction && { transaction: (work) => transaction((inside) => work(marking(inside))) }),
  }
}
