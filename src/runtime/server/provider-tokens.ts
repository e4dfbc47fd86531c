import type { AdapterAccount } from '../../adapters/contract.js'
import { InvalidProvider, MissingAdapter, MissingAdapterMethods } from '../../errors.js'
import type { ProviderTokens, TokensResult } from '../../model/provider-tokens.js'
import { asError } from '../base/as-error.js'
import type { Instance } from '../compile.js'
import { asOAuthProvider, type ReadyOAuthProvider } from '../flows/oauth/provider.js'
import type { Exchange } from '../http/exchange.js'
import { unknownProvider } from '../routes/unknown-provider.js'
import type { SessionCookieContext } from '../sessions/session-strategy.js'
import type { GuardedAdapter } from '../storage/guarded-adapter.js'
import type { RefreshOutcome } from '../storage/refresh-lease.js'
import { type AccountOf, findTokens, isFresh, type ReadTokensOptions, scopesOf } from './account-tokens.js'
import { refreshOnce } from './token-refresh.js'

/** The tokens of the user who is signed in. */
export async function tokensOfSession(
  exchange: Exchange<SessionCookieContext>,
  id: string,
  options: ReadTokensOptions,
  instance: Instance,
): Promise<TokensResult> {
  const provider = oauthProvider(id, instance)
  const live = await exchange.context.sessions.find(exchange)
  return live ? readTokens(live.userId, provider, options, instance) : { ok: false, reason: 'signedOut' }
}

/** The tokens of any user. */
export async function tokensOfUser(
  userId: string,
  id: string,
  options: ReadTokensOptions,
  instance: Instance,
): Promise<TokensResult> {
  return readTokens(userId, oauthProvider(id, instance), options, instance)
}

export function oauthProvider(id: string, instance: Instance): ReadyOAuthProvider {
  const provider = instance.providers.get(id)
  if (!provider) throw unknownProvider(id, instance)
  const ready = asOAuthProvider(provider)
  if (ready) return ready
  throw new InvalidProvider(`The provider '${id}' has no tokens: it is of type '${provider.type}'.`)
}

async function readTokens(
  userId: string,
  provider: ReadyOAuthProvider,
  options: ReadTokensOptions,
  instance: Instance,
): Promise<TokensResult> {
  const { providerAccountId } = options
  const of = { provider, adapter: listing(instance), userId, providerAccountId }
  try {
    return await resultOf(of, options, instance)
  } catch (error) {
    instance.logger.error(asError(error))
    return { ok: false, reason: 'unavailable' }
  }
}

async function resultOf(
  of: AccountOf,
  options: ReadTokensOptions,
  instance: Instance,
): Promise<TokensResult> {
  const { provider, userId, providerAccountId } = of
  const key = JSON.stringify([provider.id, userId, providerAccountId])
  const running = instance.refreshes.get(key)
  if (running) return shown(await running, options)
  const stored = await findTokens(of, instance)
  if (!stored) return { ok: false, reason: 'notLinked' }
  const missing = missingScopes(stored.account, options)
  if (missing.length > 0) return { ok: false, reason: 'consent', missing }
  if (isFresh(stored.account, options, instance)) return tokensOf(stored.account)
  return shown(await refreshOnce(key, of, options, instance), options)
}

function shown(outcome: RefreshOutcome, options: ReadTokensOptions): TokensResult {
  switch (outcome.kind) {
    case 'tokens': {
      const missing = missingScopes(outcome.account, options)
      return missing.length > 0 ? { ok: false, reason: 'consent', missing } : tokensOf(outcome.account)
    }
    case 'unavailable': {
      const { retryAfter } = outcome
      return { ok: false, reason: 'unavailable', ...(retryAfter !== undefined && { retryAfter }) }
    }
    default:
      return { ok: false, reason: outcome.kind }
  }
}

function tokensOf(account: AdapterAccount): ProviderTokens {
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

function missingScopes(account: AdapterAccount, { scopes = [] }: ReadTokensOptions): readonly string[] {
  const granted = scopesOf(account)
  return scopes.filter((scope) => !granted.includes(scope))
}

function listing({ adapter }: Instance): GuardedAdapter {
  if (!adapter) {
    throw new MissingAdapter('Tokens of providers are kept with the accounts of an adapter: call .adapter().')
  }
  if (adapter.has('listAccountsByUserId')) return adapter
  throw new MissingAdapterMethods(
    'The adapter lacks the method `listAccountsByUserId`, which `tokens` needs.',
  )
}
