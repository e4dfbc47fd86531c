/** Types only: the columns of a user that have no default and do not allow `null`. */
export interface NeededColumns<Insert, Row> {
  /** Type only: the union of the names of these columns. */
  readonly '~needed'?: {
    [Name in Exclude<keyof Row & string, 'id' | 'email' | 'emailVerified'>]: [Insert] extends [
      Record<Name, unknown>,
    ]
      ? Name
      : never
  }[Exclude<keyof Row & string, 'id' | 'email' | 'emailVerified'>]
}
