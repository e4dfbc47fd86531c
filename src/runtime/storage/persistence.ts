import type { Adapter } from '../../adapters/contract.js'
import type { AuthSpec } from '../../builder/spec.js'
import type { LoggerInstance } from '../../options/auth-options.js'
import type { Provider } from '../../providers/kinds/provider.js'
import type { Store } from '../../stores/contract.js'
import type { AccountScope } from './account-keys.js'
import type { GuardedAdapter } from './guarded-adapter.js'
import type { AccountTokens } from './sealed-tokens.js'
import { tenantStore } from './tenants.js'

/** Where users, accounts and what expires are stored, within the tenant. */
export interface Persistence {
  /** It stores the tokens of accounts as the configuration says, and returns accounts as they are stored. */
  readonly adapter: GuardedAdapter | undefined
  /** Loaded on first use. */
  accountTokens(): Promise<AccountTokens>
  readonly store: Store
  /** Without the tenant: for what is of every tenant that has the adapter. */
  readonly commonStore: Store
  readonly accountScope: AccountScope
}

/** What storage is set up from. */
export interface PersistenceParts {
  readonly spec: AuthSpec
  readonly providers: ReadonlyMap<string, Provider>
  /** Its calls have a time limit already. */
  readonly store: Store
  readonly tenant: string | undefined
  /** Those of the tenant. */
  readonly secrets: readonly string[]
  /** Whether the configuration is made for each request. */
  readonly isLazy: boolean
  readonly logger: LoggerInstance
}

export function persistence(parts: PersistenceParts): Persistence {
  const { spec, providers, store, tenant, secrets, isLazy, logger } = parts
  const { tokens: place = spec.options.compat === 'authjs' ? 'plain' : 'sealed' } = spec.options
  const form = place === 'plain' ? 'plain' : 'sealed'
  const scope = { tenant, isLazy: isLazy && spec.tenant === undefined }
  let tokens: Promise<AccountTokens> | undefined
  const accountTokens = (): Promise<AccountTokens> => {
    tokens ??= import('./sealed-tokens.js').then((module) =>
      module.accountTokens({ form, secrets, providers, scope }),
    )
    return tokens
  }
  return {
    adapter:
      spec.adapter &&
      lazyAdapter(spec.adapter, async () => {
        const { guardAdapter, scopedAccounts } = await import('./guarded-adapter.js')
        const guard = (adapter: Adapter): GuardedAdapter =>
          guardAdapter(scopedAccounts(adapter, providers, scope), logger, async (account) =>
            (await accountTokens()).seal(account),
          )
        const { cache } = spec.session
        if (!cache) return guard
        const { markingEnds, sessionEndings } = await import('./session-endings.js')
        return (adapter) => markingEnds(guard(adapter), sessionEndings(store, cache))
      }),
    accountTokens,
    store: tenantStore(store, tenant),
    commonStore: store,
    accountScope: scope,
  }
}

/** An adapter whose guard is loaded with the first call of a method: a server without an adapter never loads it. */
function lazyAdapter(
  adapter: Adapter,
  load: () => Promise<(adapter: Adapter) => GuardedAdapter>,
): GuardedAdapter {
  let guarded: GuardedAdapter | undefined
  let loading: Promise<void> | undefined
  const has: GuardedAdapter['has'] = (name) => typeof adapter[name] === 'function'
  const call = async (name: keyof GuardedAdapter, args: readonly unknown[]): Promise<unknown> => {
    loading ??= load().then((guard) => {
      guarded = guard(adapter)
    })
    await loading
    return Reflect.apply(Reflect.get(guarded ?? {}, name), guarded, args)
  }
  return new Proxy({} as GuardedAdapter, {
    get: (_, name: keyof GuardedAdapter) =>
      guarded?.[name] ?? (name === 'has' ? has : (...args: readonly unknown[]) => call(name, args)),
  })
}
