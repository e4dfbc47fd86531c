import type { Asyncify } from 'type-fest'
import type { AccountKey, Adapter, AdapterAccount, Driven } from '../../../adapters/contract.js'
import { AdapterError, MissingAdapterMethods } from '../../../errors.js'
import type { LoggerInstance } from '../../../options/auth-options.js'
import type { Provider } from '../../../providers/kinds/provider.js'
import { asError } from '../base/as-error.js'
import { redacted } from '../config/redaction.js'
import { type AccountScope, accountName } from './account-keys.js'
import { inTime } from './in-time.js'

type Methods = Required<Adapter>
type Method = keyof Methods

/** An adapter whose every method can be called and fails with an `AdapterError`. */
export type GuardedAdapter = {
  [Name in Exclude<Method, 'inTransaction'>]: Asyncify<Methods[Name]>
} & {
  has(name: Method): boolean
  /** What the work throws is rethrown unchanged. */
  inTransaction<Result>(work: (inside: GuardedAdapter) => Promise<Result>): Promise<Result>
}

/** The account with its tokens as they are stored. */
type SealTokens = (account: AdapterAccount) => Promise<AdapterAccount>

/** Methods whose first argument is an account with tokens. */
const accountMethods: readonly Method[] = ['linkAccount', 'updateAccount', 'updateAccountIf']

/**
 * Guards an adapter. Methods are called on the adapter itself, so that an app of a class works;
 * calling one that it does not have throws `MissingAdapterMethods`. Accounts are stored as `seal` returns them, and returned as they are
 * stored.
 */
export function guardAdapter(
  adapter: Adapter & Driven,
  logger: LoggerInstance,
  seal: SealTokens,
): GuardedAdapter {
  const call = async (name: Method, args: unknown[]): Promise<unknown> => {
    const method = adapter[name] as ((...args: unknown[]) => unknown) | undefined
    if (!method) throw new MissingAdapterMethods(`The adapter has no method '${name}'.`)
    const driver = adapter['~driver']
    logger.debug(`adapter ${name}`, typeof driver === 'string' ? { driver } : undefined)
    let given = args
    try {
      const [account, ...others] = args
      if (accountMethods.includes(name)) given = [await seal(account as AdapterAccount), ...others]
      return await inTime(method.apply(adapter, given))
    } catch (error) {
      throw new AdapterError(`The adapter's method '${name}' failed.`, {
        cause: { err: withoutSecrets(asError(error), name, given), method: name },
      })
    }
  }
  const own: Pick<GuardedAdapter, 'has' | 'inTransaction'> = {
    has: (name) => typeof adapter[name] === 'function',
    async inTransaction<Result>(work: (inside: GuardedAdapter) => Promise<Result>) {
      let thrown: { readonly error: unknown } | undefined
      const guarded = (inside: Adapter): Promise<Result> =>
        work(guardAdapter(inside, logger, seal)).catch((error: unknown) => {
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
  // One function for every name: a method is looked up when it is called, not copied beforehand.
  return new Proxy({} as GuardedAdapter, {
    get: (_, name) => own[name as keyof typeof own] ?? ((...args: unknown[]) => call(name as Method, args)),
  })
}

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
function withoutSecrets(error: Error, method: string, args: readonly unknown[]): Error {
  return redacted(error, secretsOf(method, args))
}

/**
 * An adapter that stores accounts under the names of this tenant and these providers, and finds no other. The name is a part of
 * the configuration, so no provider can make up a subject that is an account of another tenant.
 */
export function scopedAccounts(
  adapter: Adapter,
  providers: ReadonlyMap<string, Provider>,
  scope: AccountScope,
): Adapter {
  if (scope.tenant === undefined && !scope.isLazy) return adapter
  const named = async <Key extends AccountKey>(key: Key): Promise<Key> => ({
    ...key,
    provider: await accountName(key.provider, providers, scope),
  })
  const scoped: { readonly [Name in keyof Adapter]?: NonNullable<Adapter[Name]> } = {
    getUserByAccount: async (key) => (await adapter.getUserByAccount?.(await named(key))) ?? null,
    linkAccount: async (account) => adapter.linkAccount?.(await named(account)),
    unlinkAccount: async (key) => adapter.unlinkAccount?.(await named(key)),
    updateAccount: async (account) => adapter.updateAccount?.(await named(account)),
    updateAccountIf: async (account, expected) =>
      (await adapter.updateAccountIf?.(await named(account), expected)) ?? false,
    async listAccountsByUserId(userId) {
      const names = new Map<string, string>()
      for (const { id } of providers.values()) names.set(await accountName(id, providers, scope), id)
      const stored = (await adapter.listAccountsByUserId?.(userId)) ?? []
      return stored.flatMap((account) => {
        const provider = names.get(account.provider)
        return provider === undefined ? [] : [{ ...account, provider }]
      })
    },
    async getAccount(providerAccountId, provider) {
      const key = await named({ providerAccountId, provider })
      const account = await adapter.getAccount?.(providerAccountId, key.provider)
      return account ? { ...account, provider } : null
    },
    inTransaction: async (work) => {
      if (!adapter.inTransaction) throw new Error('The adapter has no transactions.')
      return adapter.inTransaction((inside) => work(scopedAccounts(inside, providers, scope)))
    },
  }
  // What the adapter lacks stays missing, and an app of a class is called as itself.
  return new Proxy(adapter, {
    get(target, name) {
      const own: unknown = Reflect.get(target, name)
      if (typeof own !== 'function') return own
      return scoped[name as keyof Adapter] ?? own.bind(target)
    },
  })
}
