import { loadDriver } from '#pg-driver'
import { AdapterError } from '../../errors.js'
import { surviveIdleErrors } from '../pool-errors.js'
import type { OwnedPgPool, PgPool } from './client.js'

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
  return {
    connect: () => pool.connect(),
    async query(statement, values) {
      try {
        return await pool.query(statement, values)
      } catch (error) {
        if (error instanceof Error && error.message === TIMEOUT_MESSAGE) endIdle(pool)
        throw error
      }
    },
  }
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
