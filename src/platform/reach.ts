/** An adapter that may know that it cannot reach its database from where the program runs. */
export interface MayBeOutOfReach {
  /** How a configuration calls the adapter, such as `pg()`, when it cannot. */
  readonly '~outOfReach'?: string
}

/** Marks an adapter that opens sockets or files. On this platform it can. */
export function reachOf(_name: string): MayBeOutOfReach {
  return {}
}
