/**
 * Stands where `.build` would be while the configuration is not complete, so that the compiler prints
 * the reason: `Type 'AuthConfigError<"…">' has no call signatures.`
 *
 * It is an interface, because a string in this place would be printed as `String` and the sentence lost.
 */
export interface AuthConfigError<Sentence extends string> {
  readonly '~reason': Sentence
}
