import { AdapterError } from '../../errors.js'
import type { OpenFile, OwnedSqliteClient, SqliteStatement } from './client.js'
import { resultCode } from './database-errors.js'
import { type Driver, drivers } from './drivers.js'
import { withRoomOnDisk } from './full-disk.js'

/** Maximum time that a statement waits for the lock of another connection. The process is blocked during this time. */
const BUSY_TIMEOUT_MS = 2000

const MAX_LOG_BYTES = 4_194_304

/**
 * Opens a file with the first driver that can be loaded. Errors with a result code of SQLite are thrown unchanged,
 * because the caller passes them to `explain`.
 */
export async function openFile(
  file: string,
  candidates: readonly Driver[] = drivers,
): Promise<OwnedSqliteClient> {
  const { driver, open } = await load(candidates)
  const client = connect(open, file)
  try {
    await client.execute(pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`))
    await client.execute(pragma('foreign_keys = ON'))
    await useWriteAheadLog(client)
    await client.execute(pragma(`journal_size_limit = ${MAX_LOG_BYTES}`))
  } catch (error) {
    client.close()
    throw error
  }
  return { ...withRoomOnDisk(client), driver }
}

async function load(candidates: readonly Driver[]): Promise<{ driver: string; open: OpenFile }> {
  const failures: unknown[] = []
  const reasons: string[] = []
  for (const candidate of candidates) {
    try {
      return { driver: candidate.name, open: await candidate.load() }
    } catch (error) {
      failures.push(error)
      reasons.push(`${candidate.name}: ${reasonOf(error)}`)
    }
  }
  throw new AdapterError(
    `sqlite() found no SQLite driver. ${reasons.join(' ')} Run "npm install better-sqlite3" or "npm install @libsql/client", ` +
      'or use Node.js 22.13 or later, which has one built in.',
    { cause: new AggregateError(failures, 'Drivers that could not be loaded.') },
  )
}

/** The error of a native module is long if it lists all paths where the module was searched. */
const MAX_REASON_LENGTH = 250

function reasonOf(error: unknown): string {
  const reason = (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ')
  return reason.length > MAX_REASON_LENGTH ? `${reason.slice(0, MAX_REASON_LENGTH)}….` : reason
}

function connect(open: OpenFile, file: string): OwnedSqliteClient {
  try {
    return open(file)
  } catch (error) {
    if (resultCode(error)) throw error
    throw new AdapterError(
      `The database file "${file}" cannot be opened. Create its folder, and let this process write to it.`,
      error instanceof Error ? { cause: error } : undefined,
    )
  }
}

async function useWriteAheadLog(client: OwnedSqliteClient): Promise<void> {
  try {
    await client.execute(pragma('journal_mode = WAL'))
  } catch (error) {
    // The mode is stored in the file. If another process has locked the file, that process sets the mode, or
    // the next start does.
    if (resultCode(error) !== 'SQLITE_BUSY') throw error
  }
}

function pragma(assignment: string): SqliteStatement {
  return { sql: `PRAGMA ${assignment}`, args: [] }
}
