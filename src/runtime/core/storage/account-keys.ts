import { sha256 } from '#sha256'
import { macAlgorithms } from '../../../providers/kinds/mac-algorithms.js'
import type { OAuthSettings } from '../../../providers/kinds/oauth.js'
import type { Provider } from '../../../providers/kinds/provider.js'

/** Characters of the SHA-256 that distinguish tenants and clients: 128 bits. Unlike an id, they differ in any collation. */
export const DIGEST_LENGTH = 32

/** Whose accounts a configuration may know. */
export interface AccountScope {
  readonly tenant: string | undefined
  /** Whether providers of one id may be different ones at another request. */
  readonly isLazy: boolean
}

/**
 * Who identifies the user of an account: the issuer, the origins that vouch for it, and the client. Subjects are unique within an issuer only,
 * and a configuration of a customer can name any issuer. The keys of an OpenID Provider come from its metadata. At an OAuth 2 provider, and
 * where ID tokens have a MAC, the endpoints identify the user.
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html#SubjectIDTypes
 */
export function authorityOf(provider: Provider | undefined): string {
  if (provider?.type !== 'oauth' && provider?.type !== 'oidc') return ''
  const { type, issuer, clientId, wellKnown, authorization, token, userinfo } = provider
  const metadata = type === 'oidc' ? [wellKnown ?? null] : []
  // A MAC is made with the client secret, which the configuration names itself.
  const hasMac = macAlgorithms.has(provider.client?.id_token_signed_response_alg ?? '')
  const endpoints = type === 'oauth' || hasMac ? [authorization, token, userinfo].map(originOf) : []
  return JSON.stringify([issuer ?? null, clientId ?? null, ...metadata, ...endpoints])
}

/** The origin of an endpoint or an issuer; `null` where the configuration has none. */
export function originOf(
  endpoint: OAuthSettings['userinfo'] | OAuthSettings['authorization'],
): string | null {
  const url = typeof endpoint === 'string' ? endpoint : endpoint?.url
  return url !== undefined && URL.canParse(String(url)) ? new URL(String(url)).origin : null
}

/**
 * The name under which the accounts of a provider are stored, for a configuration with `.tenant()` or a function of the request: its id with a
 * hash of tenant, issuer and client id. For a migration of accounts that were stored under the id alone.
 *
 * @param provider - As the configuration has it, with the `clientId` that the environment would give it.
 * @param tenant - Default: none, as for a function of the request without `.tenant()`.
 *
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
  return storedName(provider.id, provider, tenant)
}

async function storedName(
  id: string,
  provider: Provider | undefined,
  tenant: string | undefined,
): Promise<string> {
  const authority = authorityOf(provider)
  if (tenant === undefined && authority === '') return id
  const digest = await sha256(JSON.stringify(['account', tenant ?? null, authority]))
  return `${id}:${digest.slice(0, DIGEST_LENGTH)}`
}

/** The name under which a configuration stores the accounts of a provider. */
export async function accountName(
  id: string,
  providers: ReadonlyMap<string, Provider>,
  { tenant, isLazy }: AccountScope,
): Promise<string> {
  return tenant === undefined && !isLazy ? id : storedName(id, providers.get(id), tenant)
}

/** The id of the provider whose accounts are stored under a name; `undefined` if they belong to another configuration. */
export async function providerIdOf(
  name: string,
  providers: ReadonlyMap<string, Provider>,
  scope: AccountScope,
): Promise<string | undefined> {
  for (const id of providers.keys()) if ((await accountName(id, providers, scope)) === name) return id
  return undefined
}
