import { AdapterError } from '../../errors.js'
import type { OwnedSqliteClient, SqliteResult, SqliteRow, SqliteStatement, SqliteValue } from './client.js'
import type { OpenFile } from './libsql.js'

/** The part of `node:sqlite` that is used here. */
interface NodeSqlite {
  DatabaseSync: new (file: string) => Database
}

interface Database {
  exec(sql: string): void
  prepare(sql: string): PreparedStatement
  close(): void
}

interface PreparedStatement {
  all(...args: SqliteValue[]): SqliteRow[]
}

/**
 * The SQLite that is part of Node.js since version 22.
 *
 * @throws {AdapterError} If this runtime has none.
 * @see https://nodejs.org/api/sqlite.html
 */
export async function nodeSqlite(): Promise<OpenFile> {
  // An import would fail the builds of applications that run on a Node.js without it. It has no
  // type here, because the oldest Node.js that we build for does not have it.
  const sqlite = globalThis.process?.getBuiltinModule?.('node:sqlite') as NodeSqlite | undefined
  if (!sqlite) throw new AdapterError('This runtime has no node:sqlite.')
  return (file) => clientOf(new sqlite.DatabaseSync(file))
}

function clientOf(database: Database): OwnedSqliteClient {
  const prepared = new Map<string, PreparedStatement>()

  function run({ sql, args }: SqliteStatement): SqliteResult {
    let statement = prepared.get(sql)
    if (!statement) {
      statement = database.prepare(sql)
      prepared.set(sql, statement)
    }
    return { rows: statement.all(...args) }
  }

  return {
    async execute(statement) {
      return run(statement)
    },
    async batch(statements) {
      database.exec('BEGIN IMMEDIATE')
      try {
        const results = statements.map(run)
        database.exec('COMMIT')
        return results
      } catch (error) {
        rollBack(database)
        throw error
      }
    },
    close() {
      database.close()
    },
  }
}

// SQLite rolls back by itself after some errors, and then there is nothing left to roll back.
function rollBack(database: Database): void {
  try {
    database.exec('ROLLBACK')
  } catch {
    return
  }
}
