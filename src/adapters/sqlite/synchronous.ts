import type {
  SqliteClient,
  SqliteDatabase,
  SqliteResult,
  SqliteRow,
  SqliteStatement,
  SqliteValue,
} from './client.js'

/** A prepared statement of `better-sqlite3`, `libsql`, `node:sqlite` or `bun:sqlite`. */
interface SqlitePrepared {
  all(...args: SqliteValue[]): unknown[]
  run(...args: SqliteValue[]): unknown
  /** Whether it returns rows. Where it is absent, `all` takes every statement. */
  readonly reader?: boolean
}

/** How many prepared statements are kept. The adapter has some dozens; one for each set of columns that is updated. */
const KEPT = 200

/** A client over a synchronous database, which keeps its prepared statements. */
export function synchronousClient(database: SqliteDatabase): SqliteClient {
  const prepared = new Map<string, SqlitePrepared>()

  function run({ sql, args }: SqliteStatement): SqliteResult {
    let statement = prepared.get(sql)
    if (!statement) {
      if (prepared.size === KEPT) prepared.clear()
      statement = database.prepare(sql) as SqlitePrepared
      prepared.set(sql, statement)
    }
    if (statement.reader === false) {
      statement.run(...args)
      return { rows: [] }
    }
    return { rows: statement.all(...args) as SqliteRow[] }
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
  }
}

// SQLite rolls back by itself after some errors, and then there is nothing left to roll back.
function rollBack(database: SqliteDatabase): void {
  try {
    database.exec('ROLLBACK')
  } catch {
    return
  }
}
