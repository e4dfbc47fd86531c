import type { MayBeOutOfReach } from './reach.js'

/**
 * Marks an adapter that opens sockets or files. Edge runtimes allow neither.
 *
 * @param name - The name in a configuration, such as `pg()`.
 */
export function reachOf(name: string): MayBeOutOfReach {
  return { '~outOfReach': name }
}
