import type { MayBeOutOfReach } from './reach.js'

/** Marks an adapter that needs sockets or files, which edge runtimes lack, or whose data are in the memory of one instance. */
export function reachOf(name: string): MayBeOutOfReach {
  return { '~outOfReach': name }
}
