import type { AdapterAccount } from '../../adapters/contract.js'
import type { ProviderTokens, TokensResult } from '../../model/provider-tokens.js'
import type { RefreshOutcome } from '../storage/refresh-lease.js'
import { type ReadTokensOptions, scopesOf } from './account-tokens.js'

/** The result of a refresh, for a caller with these options. */
export function shown(outcome: RefreshOutcome, options: ReadTokensOptions): TokensResult {
  switch (outcome.kind) {
    case 'tokens': {
      const missing = missingScopes(outcome.account, options)
      return missing.length > 0 ? { ok: false, reason: 'consent', missing } : tokensOf(outcome.account)
    }
    case 'unavailable': {
      const { retryAfter } = outcome
      return { ok: false, reason: 'unavailable', ...(retryAfter !== undefined && { retryAfter }) }
    }
    // The user has granted nothing for the resource.
    case 'consent':
      return { ok: false, reason: 'consent', missing: [] }
    default:
      return { ok: false, reason: outcome.kind }
  }
}

/** The tokens of an account, as an application gets them. */
export function tokensOf(account: AdapterAccount): ProviderTokens {
  const { access_token = '', expires_at, token_type = 'bearer', id_token } = account
  const isKnown = expires_at !== undefined && expires_at !== null
  return {
    ok: true,
    accessToken: access_token,
    expiresAt: isKnown ? new Date(Number(expires_at) * 1000) : null,
    scopes: scopesOf(account),
    tokenType: token_type,
    ...(id_token && { idToken: id_token }),
  }
}

/** The scopes that a caller needs and the user has not granted. */
export function missingScopes(
  account: AdapterAccount,
  { scopes = [] }: ReadTokensOptions,
): readonly string[] {
  const granted = scopesOf(account)
  return scopes.filter((scope) => !granted.includes(scope))
}
