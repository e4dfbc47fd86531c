import type { OwnedSqliteClient } from './client.js'
import { resultCode } from './faults.js'

/**
 * A client of a file that makes room on a full disk: the write-ahead log may be what takes it. The statement is run once more
 * after the log was written back and truncated; where that does not help, its error stands.
 *
 * A statement that fails because there is no room has changed nothing, and a batch was rolled back. On a full disk, SQLite may also report an I/O
 * error, such as where its shared-memory file cannot grow. Another I/O error fails again.
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
