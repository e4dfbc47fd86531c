import { sha256 } from '#sha256'
import type { SqlRow, SqlStatement } from '../sql/dialect.js'
import type { PgPool, PgResult } from './client.js'
import { objectRows } from './object-rows.js'

/** Runs a statement on a pool. */
export type RunStatement = (pool: PgPool, statement: SqlStatement<unknown>) => Promise<readonly SqlRow[]>

/**
 * The errors for a prepared statement that the server does not know, that another client has prepared, or whose
 * columns have changed since.
 */
const UNUSABLE: ReadonlySet<unknown> = new Set(['26000', '42P05', '0A000'])

/**
 * Runs statements, and has those that repeat prepared: to plan a join takes a server longer than to run it.
 *
 * A pooler in front of the server may send each statement to another connection, and a table may get more columns. A
 * server then rejects the prepared statement before it runs, and it is sent again unprepared; so are all after it.
 *
 * @see https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-EXT-QUERY
 */
export function preparedStatements(): RunStatement {
  const names = new Map<string, string>()
  let prepares = true

  /** The same text always has the same name, and no other text has it. */
  async function nameOf(sql: string): Promise<string> {
    const name = `authwright_${(await sha256(sql)).slice(0, 32)}`
    names.set(sql, name)
    return name
  }

  async function named(pool: PgPool, { sql, args }: SqlStatement<unknown>): Promise<PgResult> {
    try {
      return await pool.query({ name: names.get(sql) ?? (await nameOf(sql)), text: sql, values: args })
    } catch (error) {
      if (!UNUSABLE.has((error as { code?: unknown } | null)?.code)) throw error
      prepares = false
      return pool.query(sql, args)
    }
  }

  return async (pool, statement) => {
    const { sql, args, repeats } = statement
    return objectRows(await (repeats && prepares ? named(pool, statement) : pool.query(sql, args)))
  }
}
