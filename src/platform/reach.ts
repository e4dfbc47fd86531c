/** An adapter that may be unable to reach its database on this platform. */
export interface MayBeOutOfReach {
  /** The call that created the adapter, such as `pg()`. Set if it cannot reach its database. */
  readonly '~outOfReach'?: string
}

/** Returns no mark: outside of edge runtimes, an adapter reports itself if it cannot reach its database. */
export function reachOf(_name: string): MayBeOutOfReach {
  return {}
}
