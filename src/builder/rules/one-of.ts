type Overloads<Union> = (
  Union extends unknown
    ? (overload: (member: Union) => void) => void
    : never
) extends (overload: infer All) => void
  ? All
  : never

/** One name of a union of names, because a sentence about all of them would be a union of sentences. */
export type OneOf<Union> =
  Overloads<Union> extends (member: infer Member extends string) => void ? Member : never
