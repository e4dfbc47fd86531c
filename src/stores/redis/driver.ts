export type RedisDriver = Pick<typeof import('redis'), 'createClient'>

/** Bundlers treat an import as optional only inside `try`. */
export async function loadDriver(opener: string): Promise<RedisDriver> {
  try {
    return await import('redis')
  } catch (cause) {
    throw new Error(`${opener}({ url }) found no client for Redis. Run "npm install redis".`, { cause })
  }
}
