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
