/**
 * Returns an error whose message is a string. JavaScript can throw any value, and a class field without a
 * value makes the message of an error `undefined`. Such an error is copied, because it belongs to the
 * application.
 */
export function asError(thrown: unknown): Error {
  try {
    if (!(thrown instanceof Error)) return new Error(String(thrown))
    const { message, name, stack, cause }: { message: unknown } & Omit<Error, 'message'> = thrown
    if (typeof message === 'string') return thrown
    return Object.assign(new Error(String(message ?? ''), { cause }), { name, stack })
  } catch {
    return new Error('A value without a message was thrown. Throw an Error.')
  }
}
