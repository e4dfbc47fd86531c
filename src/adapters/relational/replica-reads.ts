import type { Fields, OwnedRow, RecordStore, TableName } from './record-store.js'

/** After a change of a session or a user, this process reads it from the primary for this time. */
const PRIMARY_AFTER_WRITE_MS = 10_000

/** Maximum number of remembered writes. The oldest ones are forgotten first. */
const MAX_RECENT = 10_000

/** Maximum wait for a response of the replica. */
const TIMEOUT_MS = 500

/** After a timeout, the replica is not used for this time. Then one read tests it again. */
const PAUSE_MS = 5_000

/**
 * A record store that reads sessions from a replica, and everything else from the primary. A session is also
 * read from the primary if this process has just changed it, or if the replica lacks it or fails.
 */
export function replicaReads(primary: RecordStore, replica: RecordStore): RecordStore {
  // Keys of written sessions and users, with the time until which they are read from the primary. Oldest first.
  const recent = new Map<string, number>()
  const remember = (keys: readonly string[]): void => {
    for (const key of keys) {
      recent.delete(key)
      recent.set(key, Date.now() + PRIMARY_AFTER_WRITE_MS)
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
  /** Remembers the keys before the write, for reads during it, and again after it, because a write can take long. */
  const rememberingKeys = async <Result>(
    keys: readonly string[],
    write: () => Promise<Result>,
  ): Promise<Result> => {
    remember(keys)
    try {
      return await write()
    } finally {
      remember(keys)
    }
  }

  /** @param written - Receives the keys of all writes in a transaction. */
  const rememberingWrites = (store: RecordStore, written?: string[]): RecordStore => {
    const writing = <Result>(keys: readonly string[], write: () => Promise<Result>): Promise<Result> => {
      written?.push(...keys)
      return rememberingKeys(keys, write)
    }
    return {
      ...store,
      insert: (table, fields) => writing(keysOf(table, fields), () => store.insert(table, fields)),
      update: (table, changes, key) =>
        writing(keysOf(table, { ...changes, ...key }), () => store.update(table, changes, key)),
      updateIf: (table, changes, key) =>
        writing(keysOf(table, { ...changes, ...key }), () => store.updateIf(table, changes, key)),
      remove: (table, key) => writing(keysOf(table, key), () => store.remove(table, key)),
      removeOwned: (table, userId) => writing([`user:${userId}`], () => store.removeOwned(table, userId)),
      removeUser: (id) => writing([`user:${id}`], () => store.removeUser(id)),
    }
  }

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
    ...rememberingWrites(primary),
    async sessionWithUser(key): Promise<OwnedRow | undefined> {
      if (isRecent(`session:${key.sessionToken}`)) return primary.sessionWithUser(key)
      const found = await fromReplica(() => replica.sessionWithUser(key))
      return found && !isRecent(`user:${found.user['id']}`) ? found : primary.sessionWithUser(key)
    },
    ...(transaction && {
      // The replica receives the writes only after the transaction, so their keys are remembered again at its end.
      transaction: (work) => {
        const written: string[] = []
        return rememberingKeys(written, () =>
          transaction((inside) => work(rememberingWrites(inside, written))),
        )
      },
    }),
  }
}
