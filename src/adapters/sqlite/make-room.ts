import type { OwnedSqliteClient } from './client.js'
import { resultCode } from './faults.js'

/**
 * Wraps the client of a file to handle a full disk, which the write-ahead log may have filled. The log is
 * written back and truncated, and the statement runs once more. If that fails, the first error is thrown.
 *
 * A statement that fails because of a full disk has changed nothing, and a batch was rolled back. On a full
 * disk, SQLite may also report an I/O error, for example if its shared-memory file cannot grow. Other I/O
 * errors fail again.
 *
 * @see https://www.sqlite.org/wal.html#avoiding_excessively_large_wal_files
 */
export function makingRoom(client: OwnedSqliteClient): OwnedSqliteClient {
  async function orMakeRoom<Result>(run: () => Promise<Result>): Promise<Result> {
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
    execute: (statement) => orMakeRoom(() => client.execute(statement)),
    batch: (statements, mode) => orMakeRoom(() => client.batch(statements, mode)),
    close: () => client.close(),
  }
}
