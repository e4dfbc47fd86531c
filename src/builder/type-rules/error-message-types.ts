// biome-ignore lint/suspicious/noExplicitAny: functions with any parameter type are assignable only to `any`.
export type AnyFunction = (params: any) => unknown

/**
 * Type of a callback that is not allowed here. It accepts any parameters, but has a construct signature, which no
 * callback has. So TypeScript reports one error, which contains the sentence. With a member for the sentence,
 * TypeScript would report the other callbacks as well.
 */
export interface Refused<_Sentence extends string> extends AnyFunction {
  new (): never
}

/**
 * Type of `.build` while the configuration is incomplete, so that TypeScript prints the reason:
 * `Type 'AuthConfigError<"…">' has no call signatures.` TypeScript would print a string type as `String`, without the
 * sentence.
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

/** One member of a union. If a sentence contained the whole union, the result would be a union of sentences. */
export type OneOf<Union> =
  Overloads<Union> extends (member: infer Member extends string) => void ? Member : never
