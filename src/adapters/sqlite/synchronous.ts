import type {
  SqliteClient,
  SqliteDatabase,
  SqliteResult,
  SqliteRow,
  SqliteStatement,
  SqliteValue,
} from './client.js'

interface SqlitePrepared {
  all(...args: SqliteValue[]): unknown[]
  run(...args: SqliteValue[]): unknown
  /** In drivers without this member, `all` accepts every statement. */
  readonly reader?: boolean
  /** Returns the statement. In `bun:sqlite`, `raw` runs the statement instead. */
  raw?(): unknown
}

type Run = (args: readonly SqliteValue[]) => SqliteResult

const noRows: SqliteResult = { rows: [] }

/** Limits the statements that are kept, because updates have a different statement for each set of columns. */
const MAX_PREPARED = 200

export function synchronousClient(database: SqliteDatabase): SqliteClient {
  const prepared = new Map<string, Run>()

  function run({ sql, args, columns }: SynchronousStatement): SqliteResult {
    let statement = prepared.get(sql)
    if (!statement) {
      if (prepared.size === MAX_PREPARED) prepared.clear()
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

/** A statement that may list its columns in order. Statements with the same SQL have the same columns. */
type SynchronousStatement = SqliteStatement & { readonly columns?: readonly string[] }

function runner(statement: SqlitePrepared, columns: readonly string[] | undefined): Run {
  // `reader` is read once, because each access calls the driver.
  const { reader } = statement
  if (reader === false) {
    return (args) => {
      statement.run(...args)
      return noRows
    }
  }
  // The driver returns arrays of values in half the time that objects take.
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

function rollBack(database: SqliteDatabase): void {
  try {
    database.exec('ROLLBACK')
  } catch {
    // The error is ignored, because after some errors, SQLite has already rolled back.
  }
}
