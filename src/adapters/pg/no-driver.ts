import type { PgDriver } from './driver.js'

/**
 * Replaces the driver on the edge, where TCP connections are impossible, so that edge bundles do not contain `pg`.
 *
 * @throws {Error} Always.
 */
export async function loadDriver(): Promise<PgDriver> {
  throw new Error(
    "pg() cannot reach a database from the edge runtime, which has no TCP. Run the middleware on Node.js, with `export const config = { runtime: 'nodejs' }` or as proxy.ts, or choose `.session({ strategy: 'jwt' })`.",
  )
}
