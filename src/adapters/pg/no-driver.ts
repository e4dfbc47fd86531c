import type { PgDriver } from './driver.js'

/** TCP connections are impossible on the edge, so edge bundles do not contain `pg`. */
export async function loadDriver(): Promise<PgDriver> {
  throw new Error(
    "pg() cannot reach a database from the edge runtime, which has no TCP. Run the middleware on Node.js, with `export const config = { runtime: 'nodejs' }` or as proxy.ts, or choose `.session({ strategy: 'jwt' })`.",
  )
}
