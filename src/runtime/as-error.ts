/** What was thrown, as an error: anything can be thrown, even what has no text. */
export function asError(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown
  try {
    return new Error(String(thrown))
  } catch {
    return new Error('Something was thrown that is no error and has no text.')
  }
}
