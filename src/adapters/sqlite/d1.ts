import type { SqliteClient, SqliteD1Database, SqliteResult, SqliteRow, SqliteStatement } from './client.js'

/** @see https://developers.cloudflare.com/d1/worker-api/d1-database/ */
export function d1Client(database: SqliteD1Database): SqliteClient {
  const bound = ({ sql, args }: SqliteStatement) => database.prepare(sql).bind(...args)
  return {
    execute: async (statement) => resultOf(await bound(statement).all()),
    batch: async (statements) => (await database.batch(statements.map(bound) as never[])).map(resultOf),
  }
}

function resultOf({ results }: { readonly results: readonly unknown[] }): SqliteResult {
  return { rows: results as readonly SqliteRow[] }
}
