import { sha256 } from '#sha256'
import type { SqlRow, SqlStatement } from '../sql/dialect.js'
import type { PgPool, PgResult } from './client.js'
import { objectRows } from './object-rows.js'

export type RunStatement = (pool: PgPool, statement: SqlStatement<unknown>) => Promise<readonly SqlRow[]>

/** The error codes for a prepared statement that the server does not know, or that another client has prepared. */
const UNUSABLE: ReadonlySet<unknown> = new Set(['26000', '42P05'])

/**
 * The error code for a prepared statement whose result has other columns than before. The error repeats until the
 * connection is closed, because the connection keeps the statement.
 */
const CHANGED = '0A000'

/**
 * Prepares statements that run often. PostgreSQL needs more time to plan a join than to run it, and plans a prepared
 * statement less often.
 *
 * A pooler in front of the server may send each statement to another connection, where the prepared statement does
 * not exist. The server then rejects the statement before it runs. After that, this statement and all later statements
 * are sent unprepared.
 *
 * @see https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-EXT-QUERY
 */
export function preparedStatements(): RunStatement {
  const names = new Map<string, string>()
  let canPrepare = true
  let generation = 0

  async function nameOf(sql: string): Promise<string> {
    const name = `authwright_${(await sha256(sql)).slice(0, 32)}_${generation}`
    names.set(sql, name)
    return name
  }

  async function runPrepared(pool: PgPool, { sql, args }: SqlStatement<unknown>): Promise<PgResult> {
    const name = names.get(sql) ?? (await nameOf(sql))
    try {
      return await pool.query({ name, text: sql, values: args })
    } catch (error) {
      const { code } = (error ?? {}) as { code?: unknown }
      // If several statements fail at once, only the first one starts the next generation of names.
      if (code === CHANGED && names.get(sql) === name) {
        generation++
        names.clear()
      } else if (UNUSABLE.has(code)) {
        canPrepare = false
      } else if (code !== CHANGED) {
        throw error
      }
      return pool.query(sql, args)
    }
  }

  return async (pool, statement) => {
    const { sql, args, repeats } = statement
    return objectRows(await (repeats && canPrepare ? runPrepared(pool, statement) : pool.query(sql, args)))
  }
}
