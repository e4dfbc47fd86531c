import type { AuthorizationServer } from 'oauth4webapi'
import { InvalidProvider } from '../../../errors.js'
import { parseIssuerTemplate } from '../../../providers/kinds/issuer-template.js'
import type { ServedProvider } from '../../../providers/kinds/local-server.js'
import type { Endpoint, OAuthProviderFields, TokenEndpoint } from '../../../providers/kinds/oauth.js'
import type { OIDCProvider } from '../../../providers/kinds/oidc.js'
import type { Provider } from '../../../providers/kinds/provider.js'
import { providerVariable } from '../../../providers/kinds/provider-variable.js'
import { lacksIssuer } from '../../core/config/settings.js'
import type { App } from '../../core/object-lifetimes.js'
import { unknownProvider } from '../../core/routes/route-errors.js'

/** A provider after environment variables and defaults have been applied. */
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
      `\`tenants\` of the provider '${id}' needs a template: set \`tokenIssuer\` to the issuer of its tokens, with the tenant's claim in braces, such as {tid}.`,
    )
  }
  const { params = {} }: Endpoint = typeof authorization === 'object' ? authorization : {}
  const param = clientIdParams.find((name) => name in params && params[name] === undefined)
  if (param) {
    throw new InvalidProvider(
      `The provider '${id}' has no client id, which it sends as \`${param}\`: pass \`clientId\` to its function, or pass the function itself to .provider(), so that ${providerVariable(id, 'ID')} is read.`,
    )
  }
  return provider as ReadyOAuthProvider
}

function hasIssuerTemplate({ tokenIssuer }: Pick<OIDCProvider, 'tokenIssuer'>): boolean {
  return typeof tokenIssuer === 'string' && parseIssuerTemplate(tokenIssuer) !== undefined
}

/** Provider functions of other packages send the client id in these parameters. */
const clientIdParams = ['client_key', 'appid'] as const

export function customRequest<RequestFunction extends (...args: never) => unknown>(
  endpoint: string | { request?: RequestFunction | undefined } | undefined,
): RequestFunction | undefined {
  return typeof endpoint === 'object'
    ? (endpoint.request?.bind(endpoint) as RequestFunction | undefined)
    : undefined
}

export function customRefresh({ token }: ReadyOAuthProvider): TokenEndpoint['refresh'] {
  return typeof token === 'object' ? token.refresh?.bind(token) : undefined
}

/**
 * Published values with the type `unknown` are not validated yet.
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

/** Returns metadata with the type of oauth4webapi, which validates each value that it reads. */
export function serverOf(metadata: ServerMetadata): AuthorizationServer {
  return metadata as AuthorizationServer
}

export function oauthProvider(id: string, app: App): ReadyOAuthProvider {
  const provider = app.providers.get(id)
  if (!provider) throw unknownProvider(id, app)
  const ready = asOAuthProvider(provider)
  if (ready) return ready
  throw new InvalidProvider(`The provider '${id}' has no tokens: it is of type '${provider.type}'.`)
}

/** Whether two issuers are the same. Ignores a trailing slash. */
export function isSameIssuer(one: string, other: string): boolean {
  return withoutSlash(one) === withoutSlash(other)
}

function withoutSlash(issuer: string): string {
  return issuer.replace(/\/$/, '')
}
