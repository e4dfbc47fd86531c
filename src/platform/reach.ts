/** An adapter that may be unable to reach its database on this platform. */
export interface MayBeOutOfReach {
  /** The call that created the adapter, such as `pg()`. Set if it cannot reach its database. */
  readonly '~outOfReach'?: string
}

/** Returns an empty object. Outside of edge runtimes, the adapter itself reports that it cannot reach its database. */
export function reachOf(_name: string): MayBeOutOfReach {
  return {}
}
