import type { AdapterAccount } from '../../../adapters/contract.js'
import type { ProviderTokens, TokensOptions, TokensResult } from '../../../model/provider-tokens.js'
import type { App } from '../../core/object-lifetimes.js'
import { scopesOf } from '../../core/storage/granted-scopes.js'
import type { GuardedAdapter } from '../../core/storage/guarded-adapter.js'
import type { TokenField } from '../../core/storage/sealed-tokens.js'
import type { ReadyOAuthProvider } from '../oauth/provider.js'
import { findAccount } from '../oauth/scopes.js'
import { withResourceToken } from './resource-tokens.js'
import type { RefreshOutcome } from './shared-refreshes.js'
import { type Freshness, isFresh } from './token-freshness.js'

export interface ReadTokensOptions extends TokensOptions, Pick<Freshness, 'refused'> {}

export interface AccountQuery {
  readonly provider: ReadyOAuthProvider
  readonly adapter: GuardedAdapter
  readonly userId: string
  /** Default: the first account of the user at the provider, by id. */
  readonly providerAccountId: string | undefined
  /** The API that the access token is for. */
  readonly resource: string | undefined
}

/** A row, and the same account with decrypted tokens. */
export interface StoredTokens {
  readonly row: AdapterAccount
  readonly account: AdapterAccount
}

/**
 * Returns the tokens of an account. With a resource, `access_token` is the token for that resource.
 *
 * @param names - The tokens to decrypt. Default: all tokens.
 */
export async function findTokens(
  { provider, adapter, userId, providerAccountId, resource }: AccountQuery,
  app: App,
  names?: readonly TokenField[],
): Promise<StoredTokens | undefined> {
  const row = await findAccount(provider.id, userId, adapter, providerAccountId)
  if (!row) return undefined
  const account = await app.sealedTokens.open(row, names)
  if (resource === undefined) return { row, account }
  return { row, account: await withResourceToken(account, resource, app) }
}

/** Returns the result of a call, or `undefined` if a refresh is needed. */
export function resultBeforeRefresh(
  account: AdapterAccount,
  options: ReadTokensOptions,
  app: App,
): TokensResult | undefined {
  const isUsable = isFresh(account, options, app)
  // The scopes of a token for a resource are unknown until that token is requested.
  const areScopesKnown = options.resource === undefined || isUsable
  if (!areScopesKnown) return undefined
  const missing = missingScopes(account, options)
  if (missing.length > 0) return { ok: false, reason: 'consent', missing }
  return isUsable ? tokensOf(account) : undefined
}

/**
 * Whether a refresh has returned the token that an API rejected. A refresh that another call started before
 * the rejection may return it.
 */
export function hasRefusedToken(outcome: RefreshOutcome, { refused }: ReadTokensOptions): boolean {
  return outcome.kind === 'tokens' && outcome.account.access_token === refused
}

export function resultOf(outcome: RefreshOutcome, options: ReadTokensOptions): TokensResult {
  switch (outcome.kind) {
    case 'tokens': {
      const missing = missingScopes(outcome.account, options)
      return missing.length > 0 ? { ok: false, reason: 'consent', missing } : tokensOf(outcome.account)
    }
    case 'unavailable': {
      const { retryAfter } = outcome
      return { ok: false, reason: 'unavailable', ...(retryAfter !== undefined && { retryAfter }) }
    }
    // The provider issues no access token for the resource.
    case 'consent':
      return { ok: false, reason: 'consent', missing: [] }
    default:
      return { ok: false, reason: outcome.kind }
  }
}

function tokensOf(account: AdapterAccount): ProviderTokens {
  const { access_token = '', expires_at, token_type, id_token } = account
  const hasExpiry = expires_at !== undefined && expires_at !== null
  return {
    ok: true,
    accessToken: access_token,
    expiresAt: hasExpiry ? new Date(Number(expires_at) * 1000) : null,
    scopes: scopesOf(account),
    // An adapter may return `null` for a missing value.
    tokenType: token_type ?? 'bearer',
    ...(id_token && { idToken: id_token }),
  }
}

function missingScopes(account: AdapterAccount, { scopes = [] }: ReadTokensOptions): readonly string[] {
  const granted = scopesOf(account)
  return scopes.filter((scope) => !granted.includes(scope))
}
