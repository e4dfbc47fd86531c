/** The part of the package `redis` that the store uses. */
export type RedisDriver = Pick<typeof import('redis'), 'createClient'>

/**
 * Loads the package `redis`. Bundlers treat an import as optional only inside `try`.
 *
 * @throws {Error} If the package is not installed.
 */
export async function loadDriver(opener: string): Promise<RedisDriver> {
  try {
    return await import('redis')
  } catch (cause) {
    throw new Error(`${opener}({ url }) found no client for Redis. Run "npm install redis".`, { cause })
  }
}
