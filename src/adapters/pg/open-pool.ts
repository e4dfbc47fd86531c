import { loadDriver } from '#pg-driver'
import { AdapterError } from '../../errors.js'
import { surviveIdleErrors } from '../pool-errors.js'
import type { OwnedPgPool, PgConnection, PgPool } from './client.js'

/** Milliseconds after which a server that has not responded counts as down. */
const TIMEOUT_MS = 5000

/**
 * Opens a pool of `pg`.
 *
 * @throws {AdapterError} If the package is not installed, or no connection can be opened here.
 */
export async function openPool(connectionString: string): Promise<OwnedPgPool> {
  const { Pool } = await loadDriver().catch((error: Error) => {
    throw new AdapterError(error.message, { cause: error })
  })
  const pool = new Pool({
    connectionString,
    connectionTimeoutMillis: TIMEOUT_MS,
    // A host that is down sends no error. Without a timeout, connections would wait as long as the operating system retries.
    query_timeout: TIMEOUT_MS,
    keepAlive: true,
    // Idle connections do not keep a process from ending.
    allowExitOnIdle: true,
  })
  surviveIdleErrors(pool)
  return { ...replacingIdleConnections(pool), end: () => pool.end() }
}

/** The part of a pool that can end idle connections. A pool of another package may lack `idleCount`. */
type CountingPool = PgPool & { readonly idleCount?: number }

/** The message of `pg` for a statement that got no response within `query_timeout`. */
const TIMEOUT_MESSAGE = 'Query read timeout'

/**
 * Ends the idle connections of a pool after a statement timed out. If the host has vanished, each of them
 * would have to time out, too.
 */
export function replacingIdleConnections(pool: CountingPool): PgPool {
  const run = async <Result>(statement: () => Promise<Result>): Promise<Result> => {
    try {
      return await statement()
    } catch (error) {
      if (isTimeout(error)) endIdle(pool)
      throw error
    }
  }
  return {
    query: (statement, values) => run(() => pool.query(statement, values)),
    async connect() {
      const connection = await pool.connect()
      return untilTimeout(connection, (sql, values) => run(() => connection.query(sql, values)))
    },
  }
}

/** A connection that sends nothing after a timeout. A rollback would have to time out, too. */
function untilTimeout(connection: PgConnection, query: PgConnection['query']): PgConnection {
  let timeout: unknown
  return {
    async query(sql, values) {
      if (timeout) throw timeout
      try {
        return await query(sql, values)
      } catch (error) {
        if (isTimeout(error)) timeout = error
        throw error
      }
    },
    release: (error) => connection.release(error),
    on: (event, listener) => connection.on?.(event, listener),
    removeListener: (event, listener) => connection.removeListener?.(event, listener),
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === TIMEOUT_MESSAGE
}

function endIdle(pool: CountingPool): void {
  // The pool returns its idle connections first.
  for (let index = 0; index < (pool.idleCount ?? 0); index++) {
    pool.connect().then(
      (connection) => connection.release(true),
      () => undefined,
    )
  }
}
