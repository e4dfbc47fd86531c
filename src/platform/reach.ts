export interface MayBeOutOfReach {
  /** The name of the function that created the adapter, such as `pg()`. Set if the adapter does not work on this platform. */
  readonly '~outOfReach'?: string
}

/** On edge runtimes, `imports` of package.json replaces this file with edge-reach.ts. */
export function reachOf(_name: string): MayBeOutOfReach {
  return {}
}
