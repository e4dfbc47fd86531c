/** How deep an error and what caused it is looked through. */
const MAX_DEPTH = 5

/**
 * An error without these texts, for what it says is logged: drivers repeat the parameters of a statement, and an
 * application what it was given. An error that repeats none is the same error; of another, a copy is made that has its
 * name, message, stack and fields.
 */
export function redacted(error: Error, secrets: readonly string[]): Error {
  return secrets.length > 0 && repeats(error, secrets, MAX_DEPTH)
    ? (copy(error, secrets, MAX_DEPTH) as Error)
    : error
}

function repeats(value: unknown, secrets: readonly string[], depth: number): boolean {
  if (typeof value === 'string') return secrets.some((secret) => value.includes(secret))
  if (typeof value !== 'object' || value === null) return false
  return depth > 0 && namesOf(value).some((name) => repeats(Reflect.get(value, name), secrets, depth - 1))
}

function copy(value: unknown, secrets: readonly string[], depth: number): unknown {
  if (typeof value === 'string') {
    return secrets.reduce((text, secret) => text.replaceAll(secret, '[redacted]'), value)
  }
  if (typeof value !== 'object' || value === null || !repeats(value, secrets, depth)) return value
  // What lies too deep to be looked through is left out.
  if (depth === 0) return undefined
  const made: object = Array.isArray(value) ? [] : Object.create(Object.getPrototypeOf(value))
  for (const name of namesOf(value)) {
    if (Array.isArray(value) && name === 'length') continue
    Object.defineProperty(made, name, {
      value: copy(Reflect.get(value, name), secrets, depth - 1),
      enumerable: Object.prototype.propertyIsEnumerable.call(value, name),
      configurable: true,
      writable: true,
    })
  }
  return made
}

/** The names of all own fields: those of an error, such as its message, are not enumerable. Bytes have one each, and no text. */
function namesOf(value: object): string[] {
  return ArrayBuffer.isView(value) ? [] : Object.getOwnPropertyNames(value)
}
