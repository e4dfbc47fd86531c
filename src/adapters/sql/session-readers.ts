import type { SqlRow, SqlStore } from './dialect.js'
import { OWNED_PREFIX, type Statements, type Table } from './statements.js'
import { ownedTables } from './tables.js'
import { together } from './together.js'

/** Reads a session by its token, with its user. */
export type SessionRow = (sessionToken: string) => Promise<SqlRow | undefined>

/** Reads sessions, which nearly every request does. */
export interface SessionReaders<Value> {
  /** Reads each session with a separate statement. */
  alone(from: SqlStore<Value>): SessionRow
  /** Reads all concurrent sessions with one statement, if the dialect has such a statement. */
  together(from: SqlStore<Value>): SessionRow
}

/** Creates the statements that read sessions, and returns functions that run them. */
export function sessionReaders<Value>(write: Statements<Value>, users: Table): SessionReaders<Value> {
  const { sessions } = ownedTables
  const one = write.ownedReader(sessions, ['sessionToken'], users)
  const many = write.ownedReaderOfMany(sessions, 'sessionToken', users)
  const alone =
    (from: SqlStore<Value>): SessionRow =>
    async (sessionToken) =>
      (await from.rows({ ...one({ sessionToken }), repeats: true }))[0]
  return {
    alone,
    together(from) {
      if (!many) return alone(from)
      return together(alone(from), async (tokens) => {
        const rows = await from.rows({ ...many(tokens), repeats: true })
        return new Map(rows.map((row) => [row[`${OWNED_PREFIX}sessionToken`], row]))
      })
    },
  }
}
