export interface MayBeOutOfReach {
  /**
   * Set if the adapter does not work on this platform. The name of the function that created it, such as
   * `pg()`.
   */
  readonly '~outOfReach'?: string
}

/** On edge runtimes, `imports` of package.json replaces this file with edge-reach.ts. */
export function reachOf(_name: string): MayBeOutOfReach {
  return {}
}
