import { importError } from '../../platform/missing-package.js'

export type RedisDriver = Pick<typeof import('redis'), 'createClient'>

/** Bundlers treat an import as optional only inside `try`. */
export async function loadDriver(opener: string): Promise<RedisDriver> {
  try {
    return await import('redis')
  } catch (error) {
    throw importError(
      'redis',
      error,
      `${opener}({ url }) found no client for Redis. Run "npm install redis".`,
    )
  }
}
