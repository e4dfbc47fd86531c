import type { MayBeOutOfReach } from './reach.js'

/**
 * What an adapter that opens sockets or files says of itself on the edge, where no program can open any.
 *
 * @param name - As written in a configuration, such as `pg()`.
 */
export function reachOf(name: string): MayBeOutOfReach {
  return { '~outOfReach': name }
}
