import type { Adapter } from '../../../adapters/contract.js'
import type { AuthSpec } from '../../../builder/auth-spec.js'
import type { LoggerInstance } from '../../../options/auth-options.js'
import type { Provider } from '../../../providers/kinds/provider.js'
import type { Store } from '../../../stores/contract.js'
import type { AccountScope } from './account-names.js'
import { markingEnds, sessionEndings } from './ended-session-copies.js'
import { type GuardedAdapter, guardAdapter } from './guarded-adapter.js'
import { type SealedTokens, sealedTokens } from './sealed-tokens.js'
import { scopedAccounts, sealedAccounts } from './stored-accounts.js'
import { tenantStore } from './tenants.js'
import { hidingUnconfirmed } from './unconfirmed-passwords.js'

export interface Persistence {
  /** The tokens in accounts are as stored: sealed or plain. */
  readonly adapter: GuardedAdapter | undefined
  readonly sealedTokens: SealedTokens
  readonly store: Store
  /** For entries that all tenants of an adapter share. */
  readonly commonStore: Store
  readonly accountScope: AccountScope
}

export interface PersistenceParts {
  readonly spec: AuthSpec
  /** Called only when the providers are needed. */
  readonly providers: () => ReadonlyMap<string, Provider>
  readonly store: Store
  readonly tenant: string | undefined
  readonly secrets: readonly string[]
  readonly isLazy: boolean
  readonly logger: LoggerInstance
}

export function persistence(parts: PersistenceParts): Persistence {
  const { spec, providers, store, tenant, secrets, isLazy } = parts
  const { compat, providerTokens } = spec.options
  // With `place: 'cookie'` and an adapter, the adapter stores the tokens, always encrypted.
  const isEncrypted = providerTokens?.place === 'cookie' || (providerTokens?.encrypted ?? compat !== 'authjs')
  const form = isEncrypted ? 'sealed' : 'plain'
  // With `.tenant()`, the tenant separates the accounts. With `.tenant(false)`, all requests share them.
  const scope = { tenant, isLazy: isLazy && spec.tenant === undefined }
  const tokens = sealedTokens({ form, secrets, providers, scope })
  return {
    adapter: spec.adapter && createAdapter(spec.adapter, tokens, scope, parts),
    sealedTokens: tokens,
    store: tenantStore(store, tenant),
    commonStore: store,
    accountScope: scope,
  }
}

function createAdapter(
  adapter: Adapter,
  tokens: SealedTokens,
  scope: AccountScope,
  { spec, providers, store, logger }: PersistenceParts,
): GuardedAdapter {
  const scoped = scopedAccounts(hidingUnconfirmed(guardAdapter(adapter, logger)), providers, scope)
  // `seal` runs first, because it needs the provider id of the configuration, which `scopedAccounts`
  // replaces.
  const sealing = sealedAccounts(scoped, tokens.seal)
  const { cookieCache } = spec.session
  return cookieCache ? markingEnds(sealing, sessionEndings(store, cookieCache)) : sealing
}
