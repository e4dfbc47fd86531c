import { AdapterError } from '../../errors.js'
import type { OwnedPgPool } from './client.js'

/** Milliseconds after which a server that has not answered counts as down. */
const CONNECTION_TIMEOUT = 5000

/**
 * Opens a pool of `pg`.
 *
 * @throws {AdapterError} If the package is not installed.
 */
export async function openPool(connectionString: string): Promise<OwnedPgPool> {
  const { Pool } = await load()
  const pool = new Pool({ connectionString, connectionTimeoutMillis: CONNECTION_TIMEOUT })
  // A connection that is lost while nobody uses it is replaced at its next use. Without a listener it would end the process.
  pool.on('error', () => undefined)
  return pool
}

// Bundlers take an import for optional only where they see `try` around it.
async function load(): Promise<Pick<typeof import('pg'), 'Pool'>> {
  try {
    const module = await import('pg')
    return module.default ?? module
  } catch (error) {
    throw new AdapterError('pg() found no driver for PostgreSQL. Run "npm install pg".', {
      cause: error as Error,
    })
  }
}
