import type { SqliteRow, SqliteStatement } from './client.js'
import type { Store } from './store.js'

/** Inserts rows that expire, and now and then removes those that have. */
export interface Sweeper {
  /** Runs an insertion and answers its row. */
  insert(statement: SqliteStatement): Promise<SqliteRow>
}

/** Of so many insertions, one removes rows that have expired. The first one does. */
const INTERVAL = 100

/** How many rows of a table are removed at a time, so that no sign-in waits for a long deletion. */
const BATCH = 500

/** Makes a sweeper for sessions and verification tokens. */
export function createSweeper(store: Store): Sweeper {
  let inserted = 0
  return {
    async insert(statement) {
      const due = inserted++ % INTERVAL === 0
      const answers = await store.batch(due ? [...expired(Date.now()), statement] : [statement])
      return answers.at(-1)?.[0] ?? {}
    },
  }
}

function expired(now: number): SqliteStatement[] {
  return ['auth_sessions', 'auth_verification_tokens'].map((table) => ({
    sql: `DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} WHERE expires <= ? LIMIT ${BATCH})`,
    args: [now],
  }))
}
