import type { Provider } from '../../../providers/kinds/provider.js'
import { withIssuer } from '../config/settings.js'
import { shortHash } from '../crypto/short-hash.js'
import { authorityOf } from './provider-authority.js'

export interface AccountScope {
  readonly tenant: string | undefined
  /** Whether another request may have a different provider with the same id. */
  readonly isLazy: boolean
}

/**
 * Returns the provider name that is stored with an account if `.tenant()` has a function, or if the
 * configuration is a function of the request without `.tenant()`. It consists of the provider's id and a
 * hash. All other applications store the id alone. Use this function to migrate accounts that were stored
 * under the id alone. Without `tenant`, only names of OAuth 2 and OpenID Connect providers contain a hash.
 *
 * @param provider - As in the configuration. Include values from the environment, such as `clientId` and
 * `issuer`.
 * @param tenant - The id of the tenant. Leave it out if the configuration is a function of the request
 * without `.tenant()`.
 * @example
 * ```ts
 * import { accountProvider } from 'authwright'
 * import { github } from 'authwright/providers/github'
 *
 * const name = await accountProvider(github({ clientId: 'client' }), 'acme')
 * console.log(`UPDATE accounts SET provider = '${name}' WHERE provider = 'github'`)
 * ```
 */
export async function accountProvider(provider: Provider, tenant?: string): Promise<string> {
  const { id, type } = provider
  return storedName(id, type === 'oauth' || type === 'oidc' ? withIssuer(provider) : provider, tenant)
}

async function storedName(
  id: string,
  provider: Provider | undefined,
  tenant: string | undefined,
): Promise<string> {
  const authority = authorityOf(provider)
  if (tenant === undefined && authority === '') return id
  return `${id}:${await shortHash(JSON.stringify(['account', tenant ?? null, authority]))}`
}

export async function accountName(
  id: string,
  providers: ReadonlyMap<string, Provider>,
  { tenant, isLazy }: AccountScope,
): Promise<string> {
  return tenant === undefined && !isLazy ? id : storedName(id, providers.get(id), tenant)
}

/**
 * Returns the provider id of a stored name, or `undefined` if the account belongs to another configuration.
 */
export async function providerIdOf(
  name: string,
  providers: ReadonlyMap<string, Provider>,
  scope: AccountScope,
): Promise<string | undefined> {
  for (const id of providers.keys()) if ((await accountName(id, providers, scope)) === name) return id
  return undefined
}
