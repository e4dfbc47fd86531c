import type { AdapterAccount } from '../../../adapters/contract.js'
import { keepsTokens } from '../../core/config/settings.js'
import { sameId } from '../../core/login/identity.js'
import type { GuardedAdapter } from '../../core/storage/guarded-adapter.js'
import { DEFAULT_SCOPE } from './authorization-params.js'
import type { OAuthCall } from './openid-extension.js'
import { authorizationParam } from './provider.js'
import { siteTokenCookie } from './token-cookie.js'

/** Adds the scopes and resources of a `signIn` call on the server. A form contains only strings, so users cannot set any. */
export async function addRequested(
  { scopes, resources }: Readonly<Record<string, unknown>>,
  params: URLSearchParams,
  call: OAuthCall,
): Promise<void> {
  if (Array.isArray(scopes)) await requestScopes(params, scopes.map(String), call)
  if (Array.isArray(resources)) {
    params.delete('resource')
    for (const each of resources) params.append('resource', String(each))
  }
}

/**
 * Adds scopes to an authorization request, including those that the signed-in user has granted before: the new tokens replace the old ones
 * and must not allow less.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749.html#section-3.3
 */
async function requestScopes(
  params: URLSearchParams,
  scopes: readonly string[],
  call: OAuthCall,
): Promise<void> {
  const configured = authorizationParam(call.provider, 'scope')
  const usual = params.get('scope') ?? configured ?? DEFAULT_SCOPE
  const granted = await grantedScopes(call)
  const all = new Set([...usual.split(' '), ...granted, ...scopes].filter((scope) => scope !== ''))
  params.set('scope', [...all].join(' '))
}

async function grantedScopes({ provider, app, exchange }: OAuthCall): Promise<readonly string[]> {
  const { adapter, spec } = app
  const { site } = exchange
  const canList = adapter?.has('listAccountsByUserId')
  const live = canList || keepsTokens(spec) ? await site.sessions.find(exchange) : null
  if (!live) return []
  if (!adapter) {
    const held = await site.get(siteTokenCookie).read(await site.sessions.key(exchange), exchange)
    return held?.provider === provider.id ? scopesOf(held) : []
  }
  const account = await findAccount(provider.id, live.userId, adapter)
  return account ? scopesOf(account) : []
}

/**
 * Reads the account of a user at a provider.
 *
 * @param providerAccountId - Which account. Default: the first one by id.
 */
export async function findAccount(
  provider: string,
  userId: string,
  adapter: GuardedAdapter,
  providerAccountId?: string,
): Promise<AdapterAccount | undefined> {
  const rows = await adapter.listAccountsByUserId(userId)
  const [row] = rows
    .filter((each) => each.provider === provider && sameId(each.userId, userId))
    .filter((each) => providerAccountId === undefined || each.providerAccountId === providerAccountId)
    .sort((one, other) => (one.providerAccountId < other.providerAccountId ? -1 : 1))
  return row
}

/** The granted scopes. Some providers separate them by commas. */
export function scopesOf({ scope }: Pick<AdapterAccount, 'scope'>): readonly string[] {
  return (scope ?? '').split(/[ ,]+/).filter((each) => each !== '')
}
