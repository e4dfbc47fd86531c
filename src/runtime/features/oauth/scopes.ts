import type { AdapterAccount } from '../../../adapters/contract.js'
import { keepsTokensInCookie } from '../../core/config/settings.js'
import { sameId } from '../../core/login/identity.js'
import { scopesOf } from '../../core/storage/granted-scopes.js'
import type { GuardedAdapter } from '../../core/storage/guarded-adapter.js'
import { authorizationParam } from './endpoint-url.js'
import type { OAuthCall } from './openid-extension.js'
import { siteTokenCookie } from './token-cookie.js'

export const DEFAULT_SCOPE = 'openid profile email'

/**
 * Adds the requested scopes and resources. Only arrays are accepted. A form contains only strings, so users
 * cannot set these options.
 */
export async function addRequested(
  { scopes, resources }: Readonly<Record<string, unknown>>,
  params: URLSearchParams,
  call: OAuthCall,
): Promise<void> {
  if (Array.isArray(scopes)) await requestScopes(params, scopes.map(String), call)
  if (Array.isArray(resources)) {
    params.delete('resource')
    for (const resource of resources) params.append('resource', String(resource))
  }
}

/**
 * Adds scopes to the authorization request. Also adds the scopes that the user has granted before, because
 * the new tokens replace the stored tokens.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749.html#section-3.3
 */
async function requestScopes(
  params: URLSearchParams,
  scopes: readonly string[],
  call: OAuthCall,
): Promise<void> {
  const configured = authorizationParam(call.provider, 'scope')
  const defaults = params.get('scope') ?? configured ?? DEFAULT_SCOPE
  const granted = await grantedScopes(call)
  const all = new Set([...scopesOf({ scope: defaults }), ...granted, ...scopes])
  all.delete('')
  const separator = call.provider.scopeSeparator ?? (defaults.includes(',') ? ',' : ' ')
  params.set('scope', [...all].join(separator))
}

async function grantedScopes({ provider, app, exchange }: OAuthCall): Promise<readonly string[]> {
  const { adapter, spec } = app
  const { site } = exchange
  const canReadAccount = adapter?.has('listAccountsByUserId') || keepsTokensInCookie(spec)
  const session = canReadAccount ? await site.sessions.find(exchange) : null
  if (!session) return []
  if (!adapter) {
    const stored = await site.get(siteTokenCookie).read(await site.sessions.key(exchange), exchange)
    return stored?.provider === provider.id ? scopesOf(stored) : []
  }
  const account = await findAccount(provider.id, session.userId, adapter)
  return account ? scopesOf(account) : []
}

/**
 * Returns an account of the user. `providerAccountId` selects one of several accounts. Default: the account
 * with the lowest id.
 */
export async function findAccount(
  provider: string,
  userId: string,
  adapter: GuardedAdapter,
  providerAccountId?: string,
): Promise<AdapterAccount | undefined> {
  const rows = await adapter.listAccountsByUserId(userId)
  const [row] = rows
    .filter((account) => account.provider === provider && sameId(account.userId, userId))
    .filter((account) => providerAccountId === undefined || account.providerAccountId === providerAccountId)
    .sort((one, other) => (one.providerAccountId < other.providerAccountId ? -1 : 1))
  return row
}
