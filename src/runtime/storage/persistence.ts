import type { AuthSpec } from '../../builder/spec.js'
import type { LoggerInstance } from '../../options/logger.js'
import type { Provider } from '../../providers/kinds/provider.js'
import type { Store } from '../../stores/contract.js'
import { scopedAccounts } from './account-keys.js'
import { type GuardedAdapter, guardAdapter } from './guarded-adapter.js'
import { tenantStore } from './tenants.js'

/** Where users, accounts and what expires are stored, within the tenant. */
export interface Persistence {
  readonly adapter: GuardedAdapter | undefined
  readonly store: Store
}

/** What storage is set up from. */
export interface PersistenceParts {
  readonly spec: AuthSpec
  readonly providers: ReadonlyMap<string, Provider>
  /** Its calls have a time limit already. */
  readonly store: Store
  readonly tenant: string | undefined
  /** Whether the configuration is made for each request. */
  readonly isLazy: boolean
  readonly logger: LoggerInstance
}

export function persistence(parts: PersistenceParts): Persistence {
  const { spec, providers, store, tenant, isLazy, logger } = parts
  const scope = { tenant, isLazy: isLazy && spec.tenant === undefined }
  return {
    adapter: spec.adapter && guardAdapter(scopedAccounts(spec.adapter, providers, scope), logger),
    store: tenantStore(store, tenant),
  }
}
