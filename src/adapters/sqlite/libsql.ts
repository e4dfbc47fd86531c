import { AdapterError } from '../../errors.js'
import type { OwnedSqliteClient } from './client.js'

/** Opens a file, or `':memory:'`. */
export type OpenFile = (file: string) => OwnedSqliteClient

/**
 * The embedded driver of `@libsql/client`.
 *
 * @throws {AdapterError} If the package is not installed, or has no binary for this platform.
 */
export async function libsql(): Promise<OpenFile> {
  const { createClient } = await load()
  // Pragmas belong to a connection, so there is one. Its calls are synchronous: more would not be faster.
  return (file) => createClient({ url: urlOf(file), concurrency: 1 })
}

// Bundlers take an import for optional only where they see `try` around it.
async function load(): Promise<typeof import('@libsql/client')> {
  try {
    return await import('@libsql/client')
  } catch (error) {
    throw new AdapterError('@libsql/client cannot be loaded.', { cause: { err: error as Error } })
  }
}

function urlOf(file: string): string {
  if (file === ':memory:') return file
  return `file:${file.replace(/[%?#]/g, encodeURIComponent)}`
}
