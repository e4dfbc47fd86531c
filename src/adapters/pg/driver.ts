import { importError } from '../../platform/missing-package.js'

export type PgDriver = Pick<typeof import('pg'), 'Pool'>

/** Bundlers treat an import as optional only if it is inside a `try` block. */
export async function loadDriver(): Promise<PgDriver> {
  try {
    const module = await import('pg')
    return module.default ?? module
  } catch (error) {
    throw importError('pg', error, 'pg() found no driver for PostgreSQL. Run "npm install pg".')
  }
}
