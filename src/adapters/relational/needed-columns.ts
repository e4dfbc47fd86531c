/**
 * Types only: the columns of a user that have no default and no `null`. `Insert` is what the database library takes to insert a row. It does
 * not exist at run time.
 */
export interface NeededColumns<Insert, Row> {
  readonly '~needed'?: {
    [Name in Exclude<keyof Row & string, 'id' | 'email' | 'emailVerified'>]: [Insert] extends [
      Record<Name, unknown>,
    ]
      ? Name
      : never
  }[Exclude<keyof Row & string, 'id' | 'email' | 'emailVerified'>]
}
