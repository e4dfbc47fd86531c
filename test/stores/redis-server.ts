import { createClient } from 'redis'

const url = process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379'

type Client = ReturnType<typeof createClient>

/**
 * A client of the Redis server of the tests. If no server responds, returns `undefined` and prints a line on the
 * console.
 */
export async function connectRedis(): Promise<Client | undefined> {
  const client = createClient({ url, socket: { connectTimeout: 2_000, reconnectStrategy: false } })
  client.on('error', () => {})
  try {
    await client.connect()
    return client as Client
  } catch (error) {
    console.warn(`No Redis at ${url}: the tests that need it are skipped. ${(error as Error).message}`)
    return undefined
  }
}
