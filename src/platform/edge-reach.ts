import type { MayBeOutOfReach } from './reach.js'

/**
 * Marks an adapter that opens sockets or files, which edge runtimes do not allow, or that keeps data only in the
 * memory of one instance.
 *
 * @param name - The name in a configuration, such as `pg()`.
 */
export function reachOf(name: string): MayBeOutOfReach {
  return { '~outOfReach': name }
}
