import { redacted } from '../config/redaction.js'

/** Fields of database rows whose values must not appear in a log. */
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

/** The secrets that a call of an adapter's method is given. */
function secretsOf(method: string, args: readonly unknown[]): string[] {
  const [first] = args
  if (TOKEN_METHODS.has(method)) return typeof first === 'string' && first !== '' ? [first] : []
  if (typeof first !== 'object' || first === null) return []
  return Object.entries(first)
    .filter(([name, value]) => SECRET_FIELDS.has(name) && typeof value === 'string' && value !== '')
    .map(([, value]) => value as string)
}

/** The error of a database, without the secrets that it was given. */
export function withoutSecrets(error: Error, method: string, args: readonly unknown[]): Error {
  return redacted(error, secretsOf(method, args))
}
