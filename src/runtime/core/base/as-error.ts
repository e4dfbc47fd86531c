/** Converts a thrown value to an error. Any value can be thrown, even one without a message. */
export function asError(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown
  try {
    return new Error(String(thrown))
  } catch {
    return new Error('A value without a message was thrown. Throw an Error.')
  }
}
