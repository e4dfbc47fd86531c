import type { RedisDriver } from './driver.js'

/** On edge runtimes, `imports` of package.json replaces the driver with this file, so that edge bundles do not contain `redis`. */
export async function loadDriver(opener: string): Promise<RedisDriver> {
  throw new Error(
    `${opener}({ url }) cannot reach Redis from the edge runtime, which has no TCP. Pass a \`client\` that sends requests by HTTP.`,
  )
}
