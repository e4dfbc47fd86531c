import type { AuthorizationServer } from 'oauth4webapi'
import { InvalidProvider } from '../../../errors.js'
import { parseUrl } from '../../../model/parse-url.js'
import { parseIssuerTemplate } from '../../../providers/kinds/issuer-template.js'
import type { ServedProvider } from '../../../providers/kinds/local-server.js'
import type { Endpoint, OAuthProviderFields, TokenEndpoint } from '../../../providers/kinds/oauth.js'
import type { OIDCProvider } from '../../../providers/kinds/oidc.js'
import type { Provider } from '../../../providers/kinds/provider.js'
import { providerVariable } from '../../core/config/environment.js'
import { lacksIssuer } from '../../core/config/settings.js'
import type { App } from '../../core/lifetimes.js'
import { unknownProvider } from '../../core/routes/route-errors.js'

/**
 * An OAuth or OpenID Connect provider with a client id. Environment variables and defaults have been applied.
 */
// biome-ignore lint/suspicious/noExplicitAny: providers with different types are kept in one list. Callbacks both receive and return these types, so only any fits all of them.
export type ReadyOAuthProvider = OAuthProviderFields<any, string, any> &
  ServedProvider & {
    readonly type: 'oauth' | 'oidc'
    readonly name: string
    readonly clientId: string
    readonly idToken: OIDCProvider['idToken']
    readonly tokenIssuer: OIDCProvider['tokenIssuer']
    readonly userParameter: OIDCProvider['userParameter']
    readonly tenants: OIDCProvider['tenants']
    readonly allowOtherAudiences: OIDCProvider['allowOtherAudiences']
    readonly isOfRequest?: boolean | undefined
    readonly issuerAliases: OIDCProvider['issuerAliases']
  }

/**
 * Returns the provider if it is an OAuth or OpenID Connect provider. `undefined` for other types.
 *
 * @throws InvalidProvider if the client id or a required issuer is missing, if `tenants` is set without an
 * issuer template, or if a provider function of another package was called without its client id.
 */
export function asOAuthProvider(provider: Provider | undefined): ReadyOAuthProvider | undefined {
  if (provider?.type !== 'oauth' && provider?.type !== 'oidc') return undefined
  const { id, type, clientId, issuer, authorization } = provider
  const noId = clientId
    ? ''
    : `The provider '${id}' has no client id: set ${providerVariable(id, 'ID')} or pass \`clientId\`.`
  if (type === 'oidc' ? issuer === undefined : lacksIssuer(provider)) {
    throw new InvalidProvider(
      `${noId} The provider '${id}' has no issuer: set ${providerVariable(id, 'ISSUER')} or pass \`issuer\`.`.trim(),
    )
  }
  if (noId) throw new InvalidProvider(noId)
  if (type === 'oidc' && provider.tenants && !hasIssuerTemplate(provider)) {
    throw new InvalidProvider(
      `\`tenants\` of the provider '${id}' needs a template: set \`tokenIssuer\` to the issuer of its tokens, with the claim of the tenant in braces.`,
    )
  }
  const { params = {} }: Endpoint = typeof authorization === 'object' ? authorization : {}
  const param = clientIdParams.find((name) => name in params && params[name] === undefined)
  if (param) {
    throw new InvalidProvider(
      `The provider '${id}' was created without a client id, which it sends as \`${param}\`: pass \`clientId\` to its function, or pass the function without a call, so that ${providerVariable(id, 'ID')} is read.`,
    )
  }
  return provider as ReadyOAuthProvider
}

function hasIssuerTemplate({ tokenIssuer }: Pick<OIDCProvider, 'tokenIssuer'>): boolean {
  return typeof tokenIssuer === 'string' && parseIssuerTemplate(tokenIssuer) !== undefined
}

/** Parameters in which provider functions of other packages send the client id. */
const clientIdParams = ['client_key', 'appid'] as const

/** The function `request` of an endpoint, if it is configured. It replaces the request to the endpoint. */
export function customRequest<RequestFunction extends (...args: never) => unknown>(
  endpoint: string | { request?: RequestFunction | undefined } | undefined,
): RequestFunction | undefined {
  return typeof endpoint === 'object'
    ? (endpoint.request?.bind(endpoint) as RequestFunction | undefined)
    : undefined
}

/** The function `token.refresh`, if it is configured. It replaces the refresh request. */
export function customRefresh({ token }: ReadyOAuthProvider): TokenEndpoint['refresh'] {
  return typeof token === 'object' ? token.refresh?.bind(token) : undefined
}

/**
 * The URL of an endpoint with its configured parameters. `undefined` if there is no URL, or if the URL is
 * invalid.
 *
 * @param discovered - The URL if none is configured, usually from the metadata of the issuer.
 */
export function endpointUrl(endpoint: string | Endpoint | undefined, discovered?: string): URL | undefined {
  const { url: href = discovered, params = {} }: Endpoint =
    typeof endpoint === 'string' ? { url: endpoint } : (endpoint ?? {})
  const url = href === undefined ? undefined : parseUrl(href)
  if (!url) return undefined
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined || value === null) continue
    // The value of `claims` is JSON (OpenID Connect Core 1.0, section 5.5).
    url.searchParams.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  return url
}

/** A parameter of the authorization request that is set in the configuration. */
export function authorizationParam({ authorization }: ReadyOAuthProvider, name: string): string | null {
  // Only the parameters are read. So if the endpoint has no configured URL, a placeholder is enough.
  return endpointUrl(authorization, 'https://provider.invalid')?.searchParams.get(name) ?? null
}

/**
 * How the provider returns the authorization response: in the query, or as a form post.
 *
 * @see https://openid.net/specs/oauth-v2-form-post-response-mode-1_0.html
 */
export function responseMode(provider: ReadyOAuthProvider): 'query' | 'form_post' {
  return authorizationParam(provider, 'response_mode') === 'form_post' ? 'form_post' : 'query'
}

/**
 * Metadata of a provider, from its configuration and its issuer. Published values with the type `unknown` are
 * not validated yet.
 *
 * @see https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderMetadata
 */
export interface ServerMetadata {
  readonly issuer: string
  readonly authorization_endpoint?: string
  readonly token_endpoint?: string | undefined
  readonly userinfo_endpoint?: string | undefined
  readonly jwks_uri?: string
  readonly end_session_endpoint?: string | undefined
  readonly revocation_endpoint?: string | undefined
  readonly id_token_signing_alg_values_supported?: unknown
  readonly userinfo_signing_alg_values_supported?: unknown
  readonly authorization_response_iss_parameter_supported?: unknown
}

/** The metadata as the type of oauth4webapi, which validates each value that it reads. */
export function serverOf(metadata: ServerMetadata): AuthorizationServer {
  return metadata as AuthorizationServer
}

/**
 * Returns the OAuth or OpenID Connect provider with this id. Throws if there is no provider with this id, or
 * if it is of another type.
 */
export function oauthProvider(id: string, app: App): ReadyOAuthProvider {
  const provider = app.providers.get(id)
  if (!provider) throw unknownProvider(id, app)
  const ready = asOAuthProvider(provider)
  if (ready) return ready
  throw new InvalidProvider(`The provider '${id}' has no tokens: it is of type '${provider.type}'.`)
}

/** Whether two issuers are the same, apart from a trailing slash. */
export function isSameIssuer(one: string, other: string): boolean {
  return withoutSlash(one) === withoutSlash(other)
}

function withoutSlash(issuer: string): string {
  return issuer.replace(/\/$/, '')
}
