/**
 * Converts a thrown value to an error whose message is a string. Any value can be thrown, and the message of an
 * error can be any value: a class field without a value makes it `undefined`.
 */
export function asError(thrown: unknown): Error {
  if (!(thrown instanceof Error)) return new Error(textOf(thrown))
  const message: unknown = thrown.message
  if (typeof message === 'string') return thrown
  const text = textOf(message ?? '')
  // The error stays the same object, because callers compare it and read its fields.
  return Reflect.defineProperty(thrown, 'message', { value: text, configurable: true, writable: true })
    ? thrown
    : new Error(text, { cause: thrown })
}

function textOf(value: unknown): string {
  try {
    return String(value)
  } catch {
    return 'A value without a message was thrown. Throw an Error.'
  }
}
