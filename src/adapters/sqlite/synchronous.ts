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
  /** Makes it return lists of values, and returns the statement; that of `bun:sqlite` runs it. */
  raw?(): unknown
}

/** Runs a statement with these values. */
type Run = (args: readonly SqliteValue[]) => SqliteResult

const none: SqliteResult = { rows: [] }

/** How many prepared statements are kept. The adapter has some dozens; one for each set of columns that is updated. */
const KEPT = 200

/** A client over a synchronous database, which keeps its prepared statements. */
export function synchronousClient(database: SqliteDatabase): SqliteClient {
  const prepared = new Map<string, Run>()

  function run({ sql, args, columns }: SynchronousStatement): SqliteResult {
    let statement = prepared.get(sql)
    if (!statement) {
      if (prepared.size === KEPT) prepared.clear()
      statement = runner(database.prepare(sql) as SqlitePrepared, columns)
      prepared.set(sql, statement)
    }
    return statement(args)
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

/** A statement that may say the names of its columns, in their order. The same text always has the same. */
type SynchronousStatement = SqliteStatement & { readonly columns?: readonly string[] }

function runner(statement: SqlitePrepared, columns: readonly string[] | undefined): Run {
  // Each is a call of the driver, which is not made again for every request.
  const { reader } = statement
  if (reader === false) {
    return (args) => {
      statement.run(...args)
      return none
    }
  }
  // Lists of values take the driver half the time of objects.
  if (reader && columns && statement.raw?.() === statement) {
    return (args) => ({
      rows: (statement.all(...args) as unknown[][]).map((values) => rowOf(columns, values)),
    })
  }
  return (args) => ({ rows: statement.all(...args) as SqliteRow[] })
}

function rowOf(columns: readonly string[], values: readonly unknown[]): SqliteRow {
  const row: Record<string, unknown> = {}
  columns.forEach((name, index) => {
    row[name] = values[index]
  })
  return row
}

// SQLite rolls back by itself after some errors, and then there is nothing left to roll back.
function rollBack(database: SqliteDatabase): void {
  try {
    database.exec('ROLLBACK')
  } catch {
    return
  }
}
