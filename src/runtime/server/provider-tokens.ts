import { MissingAdapter, MissingAdapterMethods } from '../../errors.js'
import type { TokensResult } from '../../model/provider-tokens.js'
import { asError } from '../base/as-error.js'
import type { Instance } from '../compile.js'
import { keepsTokens } from '../config/settings.js'
import type { OAuthExchange } from '../flows/oauth/capabilities.js'
import type { ReadyOAuthProvider } from '../flows/oauth/provider.js'
import { sameId } from '../login/identity.js'
import type { GuardedAdapter } from '../storage/guarded-adapter.js'
import { emptyTokens } from '../storage/refresh-lease.js'
import { requireResource } from '../storage/resource-tokens.js'
import {
  type AccountOf,
  findTokens,
  isFresh,
  missingScopes,
  type ReadTokensOptions,
  shown,
  tokensOf,
} from './account-tokens.js'
import { oauthProvider } from './server-call.js'
import { refreshOnce } from './token-refresh.js'

/** The tokens of the user who is signed in. */
export async function tokensOfSession(
  exchange: OAuthExchange,
  id: string,
  options: ReadTokensOptions,
  instance: Instance,
): Promise<TokensResult> {
  const provider = await tokenProvider(id, options, instance)
  const live = await exchange.context.sessions.find(exchange)
  if (!live) return { ok: false, reason: 'signedOut' }
  const { userId } = live
  if (!keepsTokens(instance.spec)) return readTokens(userId, provider, options, instance)
  const { tokensOfCookie } = await import('./held-tokens.js')
  return orUnavailable(() => tokensOfCookie(exchange, userId, provider, options, instance), instance)
}

/** The tokens of any user. */
export async function tokensOfUser(
  userId: string,
  id: string,
  options: ReadTokensOptions,
  instance: Instance,
): Promise<TokensResult> {
  return readTokens(userId, await tokenProvider(id, options, instance), options, instance)
}

/** Revokes all tokens of any user at the providers, and marks them as no longer valid first: a failure leaves none that seem to be. */
export async function revokeTokensOfUser(userId: string, instance: Instance): Promise<void> {
  const adapter = listing(instance)
  const rows = await adapter.listAccountsByUserId(userId)
  const held = rows.filter((row) => sameId(row.userId, userId) && (row.access_token || row.refresh_token))
  // A row that could not be emptied is found again by the next call; the others are not: none waits for another.
  const settled = await Promise.allSettled(
    held.map(async (row) => instance.revokeAccountTokens([await emptyTokens(row, { ...instance, adapter })])),
  )
  const failed = settled.find((each) => each.status === 'rejected')
  if (failed) throw failed.reason
}

async function tokenProvider(
  id: string,
  { resource }: ReadTokensOptions,
  instance: Instance,
): Promise<ReadyOAuthProvider> {
  if (resource !== undefined) requireResource(resource)
  return oauthProvider(id, instance)
}

async function readTokens(
  userId: string,
  provider: ReadyOAuthProvider,
  options: ReadTokensOptions,
  instance: Instance,
): Promise<TokensResult> {
  const { providerAccountId, resource } = options
  const of = { provider, adapter: listing(instance), userId, providerAccountId, resource }
  return orUnavailable(() => resultOf(of, options, instance), instance)
}

async function orUnavailable(read: () => Promise<TokensResult>, { logger }: Instance): Promise<TokensResult> {
  try {
    return await read()
  } catch (error) {
    logger.error(asError(error))
    return { ok: false, reason: 'unavailable' }
  }
}

async function resultOf(
  of: AccountOf,
  options: ReadTokensOptions,
  instance: Instance,
): Promise<TokensResult> {
  const { provider, userId, providerAccountId, resource } = of
  const key = JSON.stringify([provider.id, userId, providerAccountId, resource])
  const running = instance.refreshes.get(key)
  if (running) return shown(await running, options)
  const stored = await findTokens(of, instance, ['access_token', 'id_token'])
  if (!stored) return { ok: false, reason: 'notLinked' }
  // Which scopes a token for a resource has, the token says.
  const isKnown = resource === undefined || isFresh(stored.account, options, instance)
  const missing = isKnown ? missingScopes(stored.account, options) : []
  if (missing.length > 0) return { ok: false, reason: 'consent', missing }
  if (isFresh(stored.account, options, instance)) return tokensOf(stored.account)
  return shown(await refreshOnce(key, of, options, instance), options)
}

function listing({ adapter }: Instance): GuardedAdapter {
  if (!adapter) {
    throw new MissingAdapter(
      "Tokens of providers are stored with the accounts of an adapter: call .adapter(), or .options({ tokens: 'cookie' }) for those of the session.",
    )
  }
  if (adapter.has('listAccountsByUserId')) return adapter
  throw new MissingAdapterMethods(
    'The adapter lacks the method `listAccountsByUserId`, which `tokens` needs.',
  )
}
