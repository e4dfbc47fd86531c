/** An adapter that may know that it cannot reach its database from where the program runs. */
export interface MayBeOutOfReach {
  /** How a configuration calls the adapter, such as `pg()`, when it cannot. */
  readonly '~outOfReach'?: string
}

/** What an adapter that opens sockets or files says of itself: here it can open them. */
export function reachOf(_name: string): MayBeOutOfReach {
  return {}
}
