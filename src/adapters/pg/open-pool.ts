import { loadDriver } from '#pg-driver'
import { AdapterError } from '../../errors.js'
import { surviveIdleErrors } from '../pool-errors.js'
import type { OwnedPgPool, PgConnection, PgPool } from './client.js'

const TIMEOUT_MS = 5000

export async function openPool(connectionString: string): Promise<OwnedPgPool> {
  const { Pool } = await loadDriver().catch((error: Error) => {
    throw new AdapterError(error.message, { cause: error })
  })
  const pool = new Pool({
    connectionString,
    connectionTimeoutMillis: TIMEOUT_MS,
    // A host that is down sends no error. Without a timeout, a statement would wait until the operating
    // system stops retrying.
    query_timeout: TIMEOUT_MS,
    keepAlive: true,
    // Idle connections must not keep the process running.
    allowExitOnIdle: true,
  })
  surviveIdleErrors(pool)
  return { ...replacingIdleConnections(pool), end: () => pool.end() }
}

/** Pools of other packages may lack `idleCount`. */
type CountingPool = PgPool & { readonly idleCount?: number }

const TIMEOUT_MESSAGE = 'Query read timeout'

/** Closes the idle connections after a timeout. If the host is gone, each of them would time out, too. */
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

/** After a timeout, rejects every later statement immediately. Otherwise the rollback would also wait for a timeout. */
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
  // A connection must be taken out of the pool to be closed. `connect` returns idle connections before it opens
  // new connections.
  const count = pool.idleCount ?? 0
  for (let index = 0; index < count; index++) {
    pool.connect().then(
      (connection) => connection.release(true),
      () => undefined,
    )
  }
}
