/** An adapter that may be unable to reach its database on this platform. */
export interface MayBeOutOfReach {
  /** The call that created the adapter, such as `pg()`. Set if it cannot reach its database. */
  readonly '~outOfReach'?: string
}

/** Marks an adapter that opens sockets or files. This platform allows both. */
export function reachOf(_name: string): MayBeOutOfReach {
  return {}
}
