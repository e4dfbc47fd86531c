import { UnsupportedStrategy } from '../errors.js'
import type { MayBeOutOfReach } from '../platform/out-of-reach.js'
import type { AuthSpec } from './spec.js'

/**
 * Refuses sessions in a database that cannot be reached from where the program runs: none of them could ever be read.
 *
 * @throws {UnsupportedStrategy} If the adapter knows that it cannot reach it.
 */
export function requireReach({ adapter, session: { strategy } }: AuthSpec): void {
  const name = strategy === 'database' ? (adapter as MayBeOutOfReach | undefined)?.['~outOfReach'] : undefined
  if (name === undefined) return
  throw new UnsupportedStrategy(
    `Strategy 'database' keeps sessions where ${name} cannot reach them from the edge runtime: ` +
      "run this on Node.js, as proxy.ts or with `runtime: 'nodejs'`, or choose strategy 'jwt'.",
  )
}
