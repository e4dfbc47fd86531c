/** Which session a sealed token is of: the same however often the token is sealed anew. */
export interface SessionOrigin {
  readonly id: string
  /** When the user signed in, in seconds since 1970. */
  readonly start: number
  /** Whether `start` is only when another library last renewed the token. When the user signed in is unknown then. */
  readonly renewed?: true | undefined
  /** Names the user in the store. */
  readonly user?: string | undefined
  /** The user's epoch when it began, where they had one. */
  readonly epoch?: string | undefined
}
