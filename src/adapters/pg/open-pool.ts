import { loadDriver } from '#pg-driver'
import { AdapterError } from '../../errors.js'
import { surviveIdleErrors } from '../pool-errors.js'
import type { OwnedPgPool } from './client.js'

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
  return pool
}
