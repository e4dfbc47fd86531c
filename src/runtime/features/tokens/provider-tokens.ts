import type { AdapterAccount } from '../../../adapters/contract.js'
import { InvalidProvider, MissingAdapter, MissingAdapterMethods } from '../../../errors.js'
import type { TokensResult } from '../../../model/provider-tokens.js'
import { asError } from '../../core/base/as-error.js'
import { keepsTokensInCookie } from '../../core/config/settings.js'
import { sameId } from '../../core/login/identity.js'
import type { App, Exchange } from '../../core/object-lifetimes.js'
import type { GuardedAdapter } from '../../core/storage/guarded-adapter.js'
import { customRefresh, oauthProvider, type ReadyOAuthProvider } from '../oauth/provider.js'
import {
  type AccountQuery,
  findTokens,
  hasRefusedToken,
  type ReadTokensOptions,
  resultBeforeRefresh,
  resultOf,
} from './account-tokens.js'
import { emptyTokens } from './empty-tokens.js'
import { leaseParts } from './refresh-lease.js'
import { requireResource } from './resource-tokens.js'
import { appRefreshes, type RefreshOutcome } from './shared-refreshes.js'
import { isFresh } from './token-freshness.js'
import { outcomeInTime, unexpired } from './token-refresh.js'
import { tokensOfCookie } from './tokens-from-cookie.js'
import { refreshOnce } from './tokens-from-row.js'

export async function tokensOfSession(
  exchange: Exchange,
  id: string,
  options: ReadTokensOptions,
  app: App,
): Promise<TokensResult> {
  const provider = tokenProvider(id, options, app)
  const session = await exchange.site.sessions.find(exchange)
  if (!session) return { ok: false, reason: 'signedOut' }
  const { userId } = session
  if (!keepsTokensInCookie(app.spec)) return readTokens(userId, provider, options, app)
  return unavailableOnError(() => tokensOfCookie(exchange, userId, provider, options, app), app)
}

export async function tokensOfUser(
  userId: string,
  id: string,
  options: ReadTokensOptions,
  app: App,
): Promise<TokensResult> {
  return readTokens(userId, tokenProvider(id, options, app), options, app)
}

/**
 * Revokes all tokens of a user. They are deleted in the database before they are revoked, if the adapter has
 * `updateAccount`.
 */
export async function revokeTokensOfUser(userId: string, app: App): Promise<void> {
  const adapter = listingAdapter(app)
  const rows = await adapter.listAccountsByUserId(userId)
  const rowsWithTokens = rows.filter(
    (row) => sameId(row.userId, userId) && (row.access_token || row.refresh_token),
  )
  // All rows are tried. If a row could not be cleared, the next call finds it again.
  const results = await Promise.allSettled(
    rowsWithTokens.map(async (row) => app.tokensEnded([await emptyTokens(row, leaseParts(app, adapter))])),
  )
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
}

function tokenProvider(id: string, { resource }: ReadTokensOptions, app: App): ReadyOAuthProvider {
  if (resource !== undefined) requireResource(resource)
  const provider = oauthProvider(id, app)
  // `token.refresh` does not receive the resource, so it cannot request a token for it.
  if (resource !== undefined && customRefresh(provider))
    throw new InvalidProvider(
      `The provider '${id}' has \`token.refresh\`, which requests no tokens for a \`resource\`. Omit \`resource\`.`,
    )
  return provider
}

async function readTokens(
  userId: string,
  provider: ReadyOAuthProvider,
  options: ReadTokensOptions,
  app: App,
): Promise<TokensResult> {
  const { providerAccountId, resource } = options
  const query = { provider, adapter: listingAdapter(app), userId, providerAccountId, resource }
  return unavailableOnError(() => resultForAccount(query, options, app), app)
}

async function unavailableOnError(read: () => Promise<TokensResult>, { logger }: App): Promise<TokensResult> {
  try {
    return await read()
  } catch (error) {
    logger.error(asError(error))
    return { ok: false, reason: 'unavailable' }
  }
}

/**
 * Returns the tokens of an account. Joins the refresh of a concurrent call in this process, if there is one.
 */
async function resultForAccount(
  query: AccountQuery,
  options: ReadTokensOptions,
  app: App,
): Promise<TokensResult> {
  const { provider, userId, providerAccountId, resource } = query
  const account = [provider.id, userId, providerAccountId, resource]
  const running = app.get(appRefreshes).get(JSON.stringify(account))
  const inTime = (refresh: Promise<RefreshOutcome>, found?: AdapterAccount): Promise<RefreshOutcome> =>
    outcomeInTime(
      refresh,
      provider,
      () => (found && unexpired(found, options, app)) ?? { kind: 'unavailable' },
      app,
    )
  const outcome = running && (await inTime(running))
  // Tokens that could not be stored yet stay in memory for several minutes, and may have expired.
  const hasExpired = outcome?.kind === 'tokens' && !isFresh(outcome.account, { validFor: 0 }, app)
  const joined: RefreshOutcome | undefined = hasExpired ? { kind: 'unavailable' } : outcome
  if (joined && joined.kind !== 'unavailable' && !hasRefusedToken(joined, options)) {
    return resultOf(joined, options)
  }
  const stored = await findTokens(query, app, ['access_token', 'id_token'])
  if (!stored) return { ok: false, reason: 'notLinked' }
  const usable = resultBeforeRefresh(stored.account, options, app)
  if (usable) return usable
  if (joined?.kind === 'unavailable') {
    return resultOf(unexpired(stored.account, options, app) ?? joined, options)
  }
  const key = JSON.stringify(joined ? [...account, options.refused] : account)
  return resultOf(await inTime(refreshOnce(key, query, options, app), stored.account), options)
}

function listingAdapter({ adapter }: App): GuardedAdapter {
  if (!adapter) {
    throw new MissingAdapter(
      "Tokens of providers are stored by an adapter: call .adapter(). Without an adapter, only `auth.tokens` and `auth.fetch` of the current user work, with .options({ providerTokens: { place: 'cookie' } }).",
    )
  }
  if (adapter.has('listAccountsByUserId')) return adapter
  throw new MissingAdapterMethods(
    'The adapter lacks the method `listAccountsByUserId`, which `tokens` needs. Add it to the adapter.',
  )
}
