import { sha256 } from '#sha256'
import { macAlgorithms } from '../../../providers/kinds/mac-algorithms.js'
import type { OAuthProvider, OAuthSettings } from '../../../providers/kinds/oauth.js'
import type { OIDCProvider } from '../../../providers/kinds/oidc.js'
import type { Provider } from '../../../providers/kinds/provider.js'

/**
 * Number of characters of the SHA-256 hash that distinguish tenants and clients: 128 bits. Unlike ids,
 * hashes also differ in case-insensitive collations.
 */
export const DIGEST_LENGTH = 32

/** The accounts that a configuration may access. */
export interface AccountScope {
  readonly tenant: string | undefined
  /** Whether another request may have a different provider with the same id. */
  readonly isLazy: boolean
}

/**
 * The authority that identifies the users of a provider, as a string: its issuer, the client id, and where the
 * responses come from that identify a user. Subjects are unique only within an issuer, and the configuration of
 * a customer can contain any issuer. For an OpenID Provider, this is the URL of its metadata, which names its keys.
 * For an OAuth 2 provider, and for ID tokens with a MAC, it is the origins of the endpoints. Two clients with one
 * client id at one origin, such as `/realms/a` and `/realms/b` without an issuer, have the same authority.
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html#SubjectIDTypes
 */
export function authorityOf(provider: Provider | undefined): string {
  if (provider?.type !== 'oauth' && provider?.type !== 'oidc') return ''
  const { type, issuer, clientId, wellKnown, authorization, token, userinfo } = provider
  const metadata = type === 'oidc' ? [wellKnown ?? null] : []
  // The client secret verifies a MAC. The configuration contains it, so a MAC does not prove the issuer.
  const hasMac = macAlgorithms.has(provider.client?.id_token_signed_response_alg ?? '')
  const endpoints = type === 'oauth' || hasMac ? [authorization, token, userinfo].map(originOf) : []
  const others = type === 'oauth' ? otherMetadata(provider, endpoints) : otherProfile(provider)
  return JSON.stringify([issuer ?? null, clientId ?? null, ...metadata, ...endpoints, ...others])
}

/** The standard paths of metadata below an issuer. Such a URL does not change the authority. */
const METADATA_PATH = /^\/\.well-known\/(?:openid-configuration|oauth-authorization-server)$/

/** The metadata URL of an OAuth 2 provider, if it names endpoints and is not one that the issuer publishes. */
function otherMetadata(
  { issuer, wellKnown }: OAuthProvider,
  endpoints: readonly (string | null)[],
): readonly string[] {
  if (!issuer || !wellKnown || !endpoints.includes(null)) return []
  return METADATA_PATH.test(wellKnown.replace(issuer.replace(/\/$/, ''), '')) ? [] : [wellKnown]
}

/** The origin of the UserInfo endpoint, if it is not that of the issuer and `profile` may read user ids from it. */
function otherProfile({ issuer, userinfo, idToken, profile }: OIDCProvider): readonly string[] {
  const origin = idToken === false && profile ? originOf(userinfo) : null
  return origin === null || origin === originOf(issuer) ? [] : [origin]
}

/** The origin of an endpoint or an issuer; `null` if it is not configured. */
export function originOf(
  endpoint: OAuthSettings['userinfo'] | OAuthSettings['authorization'],
): string | null {
  const url = typeof endpoint === 'string' ? endpoint : endpoint?.url
  return url !== undefined && URL.canParse(String(url)) ? new URL(String(url)).origin : null
}

/**
 * The provider name under which accounts are stored, if the configuration has `.tenant()` or is a function
 * of the request. It is the provider's id with a hash of tenant, issuer and client id. Use it to migrate
 * accounts that were stored under the id alone.
 *
 * @param provider - As in the configuration. Include the `clientId` if it comes from the environment.
 * @param tenant - Default: none, as for a function of the request without `.tenant()`.
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

/** The provider name under which a configuration stores accounts. */
export async function accountName(
  id: string,
  providers: ReadonlyMap<string, Provider>,
  { tenant, isLazy }: AccountScope,
): Promise<string> {
  return tenant === undefined && !isLazy ? id : storedName(id, providers.get(id), tenant)
}

/** The id of the provider for a stored name; `undefined` if the accounts belong to another configuration. */
export async function providerIdOf(
  name: string,
  providers: ReadonlyMap<string, Provider>,
  scope: AccountScope,
): Promise<string | undefined> {
  for (const id of providers.keys()) if ((await accountName(id, providers, scope)) === name) return id
  return undefined
}
