import type { MayBeOutOfReach } from './reach.js'

/**
 * Marks an adapter that does not work on edge runtimes, because it needs sockets or files, or keeps its data in the
 * memory of one instance.
 */
export function reachOf(name: string): MayBeOutOfReach {
  return { '~outOfReach': name }
}
