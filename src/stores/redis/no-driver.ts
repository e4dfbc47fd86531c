import type { RedisDriver } from './driver.js'

/**
 * Replaces the driver on the edge, where TCP connections are impossible, so that edge bundles do not contain `redis`.
 *
 * @throws {Error} Always.
 */
export async function loadDriver(opener: string): Promise<RedisDriver> {
  throw new Error(
    `${opener}({ url }) cannot reach Redis from the edge runtime, which has no TCP. Pass a \`client\` that sends requests by HTTP.`,
  )
}
