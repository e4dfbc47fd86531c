/**
 * Any value can be thrown, and the message of an error can be any value: a class field without a value makes it
 * `undefined`. Such an error is copied, because it belongs to the application.
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
