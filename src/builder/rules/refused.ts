/** A function, whatever its parameters are. */
// biome-ignore lint/suspicious/noExplicitAny: only any lets all of them be assigned.
export type AnyFunction = (params: any) => unknown

/**
 * Stands where a callback is that cannot be given. It takes any parameters, so that those of the function are not reported as well. No
 * function can be constructed, so that a compiler prints the sentence, once. It is a signature and not a member, because functions without
 * types pass for any signature until the other callbacks are inferred, which would be reported as well.
 */
export interface Refused<_Sentence extends string> extends AnyFunction {
  new (): never
}

/**
 * Stands where `.build` would be while the configuration is not complete, so that the compiler prints
 * the reason: `Type 'AuthConfigError<"…">' has no call signatures.`
 *
 * It is an interface, because a string in this place would be printed as `String` and the sentence lost.
 */
export interface AuthConfigError<Sentence extends string> {
  readonly '~reason': Sentence
}

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
