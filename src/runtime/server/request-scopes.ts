import type { Instance } from '../compile.js'
import { endpointUrl, type ReadyOAuthProvider } from '../flows/oauth/provider.js'
import type { Exchange } from '../http/exchange.js'
import type { SessionCookieContext } from '../sessions/session-strategy.js'
import { findTokens, scopesOf } from './account-tokens.js'

/**
 * Adds scopes to an authorization request, with those that the signed-in user has granted: what the provider returns takes the place of
 * the tokens before, and must not allow less.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749.html#section-3.3
 */
export async function requestScopes(
  params: URLSearchParams,
  scopes: readonly string[],
  provider: ReadyOAuthProvider,
  instance: Instance,
  exchange: Exchange<SessionCookieContext>,
): Promise<void> {
  // Any address stands for one that must be discovered.
  const configured = endpointUrl(provider.authorization, 'https://provider.invalid')?.searchParams.get(
    'scope',
  )
  const usual = params.get('scope') ?? configured ?? 'openid profile email'
  const granted = await grantedScopes(provider, instance, exchange)
  const all = new Set([...usual.split(' '), ...granted, ...scopes].filter((scope) => scope !== ''))
  params.set('scope', [...all].join(' '))
}

async function grantedScopes(
  provider: ReadyOAuthProvider,
  instance: Instance,
  exchange: Exchange<SessionCookieContext>,
): Promise<readonly string[]> {
  const { adapter } = instance
  if (!adapter?.has('listAccountsByUserId')) return []
  const live = await exchange.context.sessions.find(exchange)
  if (!live) return []
  const of = { provider, adapter, userId: live.userId, providerAccountId: undefined }
  const stored = await findTokens(of, instance)
  return stored ? scopesOf(stored.account) : []
}
