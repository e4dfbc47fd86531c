import { batchedReads } from './batched-reads.js'
import type { SqlRow, SqlStore } from './dialect.js'
import { OWNED_PREFIX, type Statements, type Table } from './statements.js'
import { builtInTables } from './tables.js'

export type ReadSession = (sessionToken: string) => Promise<SqlRow | undefined>

export interface SessionReaders<Value> {
  single(store: SqlStore<Value>): ReadSession
  /** Reads concurrently requested sessions with one statement, if the dialect and the platform support it. */
  batched(store: SqlStore<Value>): ReadSession
}

/** The statements are created once, because nearly every request reads a session. */
export function sessionReaders<Value>(write: Statements<Value>, users: Table): SessionReaders<Value> {
  const { sessions } = builtInTables
  const one = write.ownedReader(sessions, ['sessionToken'], users)
  const many = write.ownedReaderOfMany(sessions, 'sessionToken', users)
  const single =
    (store: SqlStore<Value>): ReadSession =>
    async (sessionToken) =>
      (await store.rows({ ...one({ sessionToken }), repeats: true }))[0]
  return {
    single,
    batched(store) {
      if (!many) return single(store)
      return batchedReads(single(store), async (tokens) => {
        const rows = await store.rows({ ...many(tokens), repeats: true })
        return new Map(rows.map((row) => [row[`${OWNED_PREFIX}sessionToken`], row]))
      })
    },
  }
}
