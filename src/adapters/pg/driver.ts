/** The part of the package `pg` that the adapter uses. */
export type PgDriver = Pick<typeof import('pg'), 'Pool'>

/**
 * Loads the package `pg`. Bundlers treat an import as optional only if it is inside a `try` block.
 *
 * @throws {Error} If the package is not installed.
 */
export async function loadDriver(): Promise<PgDriver> {
  try {
    const module = await import('pg')
    return module.default ?? module
  } catch (cause) {
    throw new Error('pg() found no driver for PostgreSQL. Run "npm install pg".', { cause })
  }
}
