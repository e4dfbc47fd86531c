/** What is used of the package `pg`. */
export type PgDriver = Pick<typeof import('pg'), 'Pool'>

/**
 * Loads the package `pg`. Bundlers take an import for optional only where they see `try` around it.
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
