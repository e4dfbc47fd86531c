import type { Asyncify } from 'type-fest'
import type { Adapter, Driven } from '../../../adapters/contract.js'
import { AdapterError, MissingAdapterMethods } from '../../../errors.js'
import type { LoggerInstance } from '../../../options/auth-options.js'
import { asError } from '../base/as-error.js'
import { inTime } from '../base/in-time.js'
import { redacted } from '../config/redaction.js'

/** A database that has not responded within this time counts as down. */
const TIME_LIMIT_MS = 5_000

type Methods = Required<Adapter>
type Method = keyof Methods

/** A call that fails throws an `AdapterError`. `createUser` also throws if the adapter returns no user. */
export type GuardedAdapter = {
  [Name in Exclude<Method, 'inTransaction'>]: Asyncify<Methods[Name]>
} & {
  has(name: Method): boolean
  /** Runs `work` in a transaction. Errors that `work` throws are rethrown unchanged. */
  inTransaction<Result>(work: (inside: GuardedAdapter) => Promise<Result>): Promise<Result>
}

/** The compiler reports a method that is missing here. */
const methods: Readonly<Record<Method, true>> = {
  createUser: true,
  getUser: true,
  getUserByEmail: true,
  getUserByAccount: true,
  updateUser: true,
  deleteUser: true,
  listUsers: true,
  linkAccount: true,
  unlinkAccount: true,
  updateAccount: true,
  updateAccountIf: true,
  listAccountsByUserId: true,
  getAccount: true,
  createSession: true,
  getSessionAndUser: true,
  updateSession: true,
  deleteSession: true,
  listSessionsByUserId: true,
  deleteSessionById: true,
  deleteSessionsByUserId: true,
  deleteLoginsByUserId: true,
  createVerificationToken: true,
  useVerificationToken: true,
  createAuthenticator: true,
  getAuthenticator: true,
  listAuthenticatorsByUserId: true,
  updateAuthenticatorCounter: true,
  updateAuthenticatorName: true,
  deleteAuthenticator: true,
  getPassword: true,
  setPasswordIf: true,
  deletePasswordIf: true,
  cleanup: true,
  inTransaction: true,
}

const methodNames = /* @__PURE__ */ Object.keys(methods) as readonly Method[]

/**
 * Wraps an adapter with a time limit, errors without secrets, and debug logs. Calls methods on the adapter
 * itself, which may be an instance of a class.
 */
export function guardAdapter(adapter: Adapter & Driven, logger: LoggerInstance): GuardedAdapter {
  const call = async (name: Method, args: unknown[]): Promise<unknown> => {
    const method = adapter[name] as ((...args: unknown[]) => unknown) | undefined
    if (!method) throw new MissingAdapterMethods(`The adapter has no method '${name}'.`)
    const driver = adapter['~driver']
    logger.debug(`adapter ${name}`, typeof driver === 'string' ? { driver } : undefined)
    let result: unknown
    try {
      result = await inTime(method.apply(adapter, args), TIME_LIMIT_MS)
    } catch (error) {
      throw new AdapterError(`The adapter's method '${name}' failed.`, {
        cause: { err: redacted(asError(error), secretsOf(name, args)), method: name },
      })
    }
    if (name === 'createUser' && !result) {
      throw new Error('`createUser` of the adapter returned no user. Return the stored user.')
    }
    return result
  }
  const calls = methodNames.map((name) => [name, (...args: unknown[]) => call(name, args)])
  return {
    ...(Object.fromEntries(calls) as Pick<GuardedAdapter, Method>),
    has: (name) => typeof adapter[name] === 'function',
    async inTransaction<Result>(work: (inside: GuardedAdapter) => Promise<Result>) {
      let thrown: { readonly error: unknown } | undefined
      const guarded = (inside: Adapter): Promise<Result> =>
        work(guardAdapter(inside, logger)).catch((error: unknown) => {
          thrown = { error }
          throw error
        })
      try {
        return (await call('inTransaction', [guarded])) as Result
      } catch (error) {
        throw thrown ? thrown.error : error
      }
    },
  }
}

/** Fields whose values must not appear in a log. */
const SECRET_FIELDS: ReadonlySet<string> = new Set([
  'access_token',
  'hash',
  'id_token',
  'refresh_token',
  'session_state',
  'sessionToken',
  'token',
])

/** Methods whose only argument is a session token. */
const TOKEN_METHODS: ReadonlySet<string> = new Set(['getSessionAndUser', 'deleteSession'])

function secretsOf(method: string, args: readonly unknown[]): string[] {
  const [first, second] = args
  if (TOKEN_METHODS.has(method)) return [first].filter(isSecret)
  if (typeof first !== 'object' || first === null) return []
  // The second argument of `updateAccountIf` is the stored refresh token.
  const stored = method === 'updateAccountIf' ? [second] : []
  const fields = Object.entries(first).filter(([name]) => SECRET_FIELDS.has(name))
  return [...fields.map(([, value]: [string, unknown]) => value), ...stored].filter(isSecret)
}

function isSecret(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

export type ReplacedMethods = Partial<Omit<GuardedAdapter, 'has' | 'inTransaction'>>

/**
 * Returns the adapter with some methods replaced. `replace` also receives the adapter of each transaction.
 */
export function withMethods(
  adapter: GuardedAdapter,
  replace: (inner: GuardedAdapter) => ReplacedMethods,
): GuardedAdapter {
  return {
    ...adapter,
    ...replace(adapter),
    inTransaction: (work) => adapter.inTransaction((inside) => work(withMethods(inside, replace))),
  }
}
