import type { Instance } from '../compile.js'
import { keepsTokens } from '../config/keeps-tokens.js'
import type { OAuthExchange } from '../flows/oauth/capabilities.js'
import { endpointUrl, type ReadyOAuthProvider } from '../flows/oauth/provider.js'
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
  exchange: OAuthExchange,
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
  exchange: OAuthExchange,
): Promise<readonly string[]> {
  const { adapter, spec } = instance
  const isListed = adapter?.has('listAccountsByUserId')
  const live = isListed || keepsTokens(spec) ? await exchange.context.sessions.find(exchange) : null
  if (!live) return []
  if (!adapter) {
    const { context } = exchange
    const cookie = await context.tokenCookie()
    const held = await cookie.read(await context.sessions.key(exchange), exchange)
    return held?.provider === provider.id ? scopesOf(held) : []
  }
  const of = { provider, adapter, userId: live.userId, providerAccountId: undefined, resource: undefined }
  const stored = await findTokens(of, instance, [])
  return stored ? scopesOf(stored.account) : []
}
