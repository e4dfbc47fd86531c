/** What was thrown, as an error: anything can be thrown, even what has no text. */
export function asError(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown
  try {
    return new Error(String(thrown))
  } catch {
    return new Error('A value without a message was thrown. Throw an Error.')
  }
}
