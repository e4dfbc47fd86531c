import { parseUrl } from '../../../model/parse-url.js'
import { macAlgorithms } from '../../../providers/kinds/mac-algorithms.js'
import type { OAuthProvider, OAuthSettings } from '../../../providers/kinds/oauth.js'
import type { OIDCProvider } from '../../../providers/kinds/oidc.js'
import type { Provider } from '../../../providers/kinds/provider.js'

/**
 * Returns a string of the issuer, the client id, and the servers whose responses identify a user. The issuer
 * alone is not enough, because a configuration that a customer wrote can contain any issuer. OAuth 2
 * providers at one origin, such as `/realms/a` and `/realms/b`, have the same authority if they have the same
 * client id and no issuer.
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html#SubjectIDTypes
 */
export function authorityOf(provider: Provider | undefined): string {
  if (provider?.type !== 'oauth' && provider?.type !== 'oidc') return ''
  const { type, issuer, clientId, wellKnown, authorization, token, userinfo } = provider
  const metadata = type === 'oidc' ? [wellKnown ?? null] : []
  // A MAC does not prove the issuer, because the client secret is enough to create it.
  const hasMac = macAlgorithms.has(provider.client?.id_token_signed_response_alg ?? '')
  const endpoints = type === 'oauth' || hasMac ? [authorization, token, userinfo].map(originOf) : []
  const others = type === 'oauth' ? otherMetadata(provider, endpoints) : otherProfile(provider)
  return JSON.stringify([issuer ?? null, clientId ?? null, ...metadata, ...endpoints, ...others])
}

const METADATA_PATHS: readonly string[] = [
  '/.well-known/openid-configuration',
  '/.well-known/oauth-authorization-server',
]

/**
 * Returns the metadata URL, unless it is a standard URL of the issuer. It matters only if the URL of an
 * endpoint is read from it.
 */
function otherMetadata(
  { issuer, wellKnown }: OAuthProvider,
  endpoints: readonly (string | null)[],
): readonly string[] {
  if (!issuer || !wellKnown || !endpoints.includes(null)) return []
  const base = issuer.replace(/\/$/, '')
  return METADATA_PATHS.some((path) => wellKnown === base + path) ? [] : [wellKnown]
}

/**
 * With `idToken: false` and `profile`, returns the origin of the UserInfo endpoint, if it differs from that
 * of the issuer. `profile` may then read user ids from the UserInfo response.
 */
function otherProfile({ issuer, userinfo, idToken, profile }: OIDCProvider): readonly string[] {
  const origin = idToken === false && profile ? originOf(userinfo) : null
  return origin === null || origin === originOf(issuer) ? [] : [origin]
}

/** Returns the origin of an endpoint, or `null` if it is not configured or not an absolute URL. */
export function originOf(
  endpoint: OAuthSettings['userinfo'] | OAuthSettings['authorization'],
): string | null {
  const url = typeof endpoint === 'string' ? endpoint : endpoint?.url
  return url === undefined ? null : (parseUrl(String(url))?.origin ?? null)
}
