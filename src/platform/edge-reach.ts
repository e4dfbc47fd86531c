import type { MayBeOutOfReach } from './reach.js'

/**
 * Marks an adapter that edge runtimes cannot run: it needs sockets or files, or keeps its data in the memory
 * of one instance.
 */
export function reachOf(name: string): MayBeOutOfReach {
  return { '~outOfReach': name }
}
