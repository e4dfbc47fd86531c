/** Fields of the rows that we hand to a database whose values nobody may read in a log. */
const SECRET_FIELDS: ReadonlySet<string> = new Set([
  'access_token',
  'id_token',
  'refresh_token',
  'session_state',
  'sessionToken',
  'token',
])

/** Methods whose only argument is a session token. */
const TOKEN_METHODS: ReadonlySet<string> = new Set(['getSessionAndUser', 'deleteSession'])

/** How deep an error and what caused it is looked through. */
const MAX_DEPTH = 5

/** The secrets that a call of an adapter's method is given. */
function secretsOf(method: string, args: readonly unknown[]): string[] {
  const [first] = args
  if (TOKEN_METHODS.has(method)) return typeof first === 'string' && first !== '' ? [first] : []
  if (typeof first !== 'object' || first === null) return []
  return Object.entries(first)
    .filter(([name, value]) => SECRET_FIELDS.has(name) && typeof value === 'string' && value !== '')
    .map(([, value]) => value as string)
}

/**
 * The error of a database, without the secrets that it was given: drivers repeat the parameters of a statement. An
 * error that repeats none is the same error; of another, a copy is made that has its name, message, stack and fields.
 */
export function withoutSecrets(error: Error, method: string, args: readonly unknown[]): Error {
  const secrets = secretsOf(method, args)
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

/** The names of all own fields: those of an error, such as its message, are not enumerable. */
function namesOf(value: object): string[] {
  return Object.getOwnPropertyNames(value)
}
