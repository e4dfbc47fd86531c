import type { OwnedSqliteClient } from './client.js'
import { resultCode } from './database-errors.js'

/**
 * Makes room if the disk is full. The write-ahead log may have filled it, so the log is written back and truncated, and
 * the statement runs once more.
 *
 * A statement that fails because of a full disk has changed nothing, and a batch was rolled back. On a full disk, SQLite
 * may also report an I/O error, for example if its shared-memory file cannot grow.
 *
 * @see https://www.sqlite.org/wal.html#avoiding_excessively_large_wal_files
 */
export function withRoomOnDisk(client: OwnedSqliteClient): OwnedSqliteClient {
  async function withRetry<Result>(run: () => Promise<Result>): Promise<Result> {
    try {
      return await run()
    } catch (error) {
      const code = resultCode(error)
      if (code !== 'SQLITE_FULL' && code !== 'SQLITE_IOERR') throw error
      try {
        await client.execute({ sql: 'PRAGMA wal_checkpoint(TRUNCATE)', args: [] })
      } catch {
        throw error
      }
      return run()
    }
  }

  return {
    execute: (statement) => withRetry(() => client.execute(statement)),
    batch: (statements, mode) => withRetry(() => client.batch(statements, mode)),
    close: () => client.close(),
  }
}
