import type { AuthorizationServer } from 'oauth4webapi'
import { InvalidProvider } from '../../../errors.js'
import type { ServedProvider } from '../../../providers/kinds/local-server.js'
import type { Endpoint, OAuthProviderFields } from '../../../providers/kinds/oauth.js'
import type { OIDCProvider } from '../../../providers/kinds/oidc.js'
import type { Provider } from '../../../providers/kinds/provider.js'
import { printable } from '../../core/base/printable.js'
import { providerVariable } from '../../core/config/environment.js'
import { lacksIssuer } from '../../core/config/settings.js'
import { UserAgentError } from '../../core/http/report.js'
import type { App } from '../../core/lifetimes.js'
import { unknownProvider } from '../../core/routes/route-errors.js'

/** An OAuth or OpenID Connect provider whose client is known: environment and defaults are applied. */
// biome-ignore lint/suspicious/noExplicitAny: each provider has its own types, as what callbacks take and as what they return; only any fits them all.
export type ReadyOAuthProvider = OAuthProviderFields<any, string, any> &
  ServedProvider & {
    readonly type: 'oauth' | 'oidc'
    readonly name: string
    readonly clientId: string
    readonly idToken: OIDCProvider['idToken']
    readonly tokenIssuer: OIDCProvider['tokenIssuer']
    readonly userParameter: OIDCProvider['userParameter']
    readonly tenants: OIDCProvider['tenants']
  }

/**
 * The OAuth or OpenID Connect provider with its client; `undefined` for another one, and for none. Throws `InvalidProvider` if the client id is missing, the issuer where
 * it needs one, or the client id in what a function of another package has made.
 */
export function asOAuthProvider(provider: Provider | undefined): ReadyOAuthProvider | undefined {
  if (provider?.type !== 'oauth' && provider?.type !== 'oidc') return undefined
  const { id, type, clientId, issuer, authorization } = provider
  if (!clientId) {
    throw new InvalidProvider(
      `The provider '${id}' has no client id: set ${providerVariable(id, 'ID')} or pass \`clientId\`.`,
    )
  }
  if (type === 'oidc' ? issuer === undefined : lacksIssuer(provider)) {
    throw new InvalidProvider(
      `The provider '${id}' has no issuer: set ${providerVariable(id, 'ISSUER')} or pass \`issuer\`.`,
    )
  }
  const { params = {} }: Endpoint = typeof authorization === 'object' ? authorization : {}
  const param = clientIdParams.find((name) => name in params && params[name] === undefined)
  if (param) {
    throw new InvalidProvider(
      `The provider '${id}' was made without a client id, which it sends as \`${param}\`: pass \`clientId\` to its function, or leave the call out, so that ${providerVariable(id, 'ID')} is read.`,
    )
  }
  return provider as ReadyOAuthProvider
}

/** What the client id is called where it is not `client_id`: functions of other packages put what they are called with there. */
const clientIdParams = ['client_key', 'appid'] as const

/** The application's own function in place of a request to an endpoint. */
export function ownRequest<Own extends (...args: never) => unknown>(
  endpoint: string | { request?: Own | undefined } | undefined,
): Own | undefined {
  return typeof endpoint === 'object' ? (endpoint.request?.bind(endpoint) as Own | undefined) : undefined
}

/** The URL of an endpoint with its configured parameters, or `undefined` if it must be discovered or is no URL. */
export function endpointUrl(endpoint: string | Endpoint | undefined, discovered?: string): URL | undefined {
  const given: Endpoint = typeof endpoint === 'string' ? { url: endpoint } : (endpoint ?? {})
  const { url: address = discovered, params = {} } = given
  if (address === undefined || !URL.canParse(address)) return undefined
  const url = new URL(address)
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined || value === null) continue
    // `claims` is the one parameter that is itself JSON (OpenID Connect Core 1.0, section 5.5).
    url.searchParams.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  return url
}

/** A parameter that the configuration adds to the authorization request. */
export function authorizationParam({ authorization }: ReadyOAuthProvider, name: string): string | null {
  // Any address stands for one that must be discovered.
  return endpointUrl(authorization, 'https://provider.invalid')?.searchParams.get(name) ?? null
}

/**
 * How the provider returns the authorization response: in the query, or in a form that its page posts.
 *
 * @see https://openid.net/specs/oauth-v2-form-post-response-mode-1_0.html
 */
export function responseMode(provider: ReadyOAuthProvider): 'query' | 'form_post' {
  return authorizationParam(provider, 'response_mode') === 'form_post' ? 'form_post' : 'query'
}

/**
 * Metadata of a provider, from its configuration and its issuer. What an issuer publishes may have any type where it is `unknown`.
 *
 * @see https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderMetadata
 */
export interface ServerMetadata {
  readonly issuer: string
  readonly authorization_endpoint?: string
  readonly token_endpoint?: string
  readonly userinfo_endpoint?: string | undefined
  readonly jwks_uri?: string
  readonly end_session_endpoint?: string | undefined
  readonly revocation_endpoint?: string | undefined
  readonly id_token_signing_alg_values_supported?: unknown
  readonly userinfo_signing_alg_values_supported?: unknown
  readonly authorization_response_iss_parameter_supported?: unknown
}

/** The metadata as oauth4webapi types it, which validates what it reads. */
export function serverOf(metadata: ServerMetadata): AuthorizationServer {
  return metadata as AuthorizationServer
}

/** An issuer with one claim of the token in it. */
interface IssuerTemplate {
  readonly before: string
  readonly claim: string
  readonly after: string
}

/** Whether `published` is an issuer that the configuration describes. A slash at its end makes no difference. */
export function describesIssuer(provider: ReadyOAuthProvider, published: string): boolean {
  const { issuer = '', tokenIssuer } = provider
  if (withoutSlash(published) === withoutSlash(issuer) || typeof tokenIssuer === 'function') return true
  const template = templateOf(provider)
  return template !== undefined && variablePart(published, template) !== undefined
}

/**
 * The issuer of an authorization response: that of the metadata, or one that its template describes.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9207.html#section-2.4
 */
export function responseIssuer(
  provider: ReadyOAuthProvider,
  published: string,
  received: string | null,
): string {
  if (received === null) return published
  // Of a provider without ID tokens, the issuer may be known as the base of its endpoints alone.
  if (provider.type === 'oauth' && withoutSlash(received) === withoutSlash(published)) return received
  if (provider.tokenIssuer === undefined) return published
  if (typeof provider.tokenIssuer === 'function') return received
  const template = templateOf(provider)
  const value = template && isOpen(published, template) ? variablePart(received, template) : undefined
  return value !== undefined && VALUE.test(value) ? received : published
}

/**
 * The issuer that an ID token must name. Throws for a token of a tenant that the configuration does not list.
 *
 * @param published - The issuer of the metadata.
 */
export function expectedIssuer(
  provider: ReadyOAuthProvider,
  published: string,
  claims: Readonly<Record<string, unknown>>,
): string {
  const { tokenIssuer, tenants } = provider
  const template = templateOf(provider)
  if (tenants && !template) throw rejected('`tenants` needs a template with one placeholder in `tokenIssuer`')
  if (typeof tokenIssuer === 'function') {
    const verdict = tokenIssuer({ claims, metadataIssuer: published })
    if ('rejected' in verdict) throw rejected(verdict.rejected)
    // A separator in the issuer would let two accounts share an id.
    if (verdict.issuer.includes(SEPARATOR)) throw rejected(`it holds \`${SEPARATOR}\``)
    return verdict.issuer
  }
  if (!template) return published
  const { before, claim, after } = template
  const value = claims[claim]
  if (tenants && !tenants.some((tenant) => isSameTenant(tenant, value))) {
    throw rejected(`\`tenants\` does not list '${printable(String(value))}'`)
  }
  if (!isOpen(published, template)) return published
  if (typeof value !== 'string' || !VALUE.test(value)) throw rejected(`\`${claim}\` names no tenant`)
  return before + value + after
}

/**
 * Whether a key may sign the tokens of an issuer. A name in braces stands for any tenant.
 *
 * @param issuer - What is published with the key.
 * @param iss - What the token names.
 * @see https://learn.microsoft.com/entra/identity-platform/access-tokens#validate-the-issuer
 */
export function isKeyOf(issuer: unknown, iss: string): boolean {
  if (issuer === undefined) return true
  const template = parseTemplate(String(issuer))
  return template ? VALUE.test(variablePart(iss, template) ?? '') : iss === issuer
}

/**
 * The id of an account. Subjects are unique within an issuer only, so where a provider has several, the id holds the issuer.
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html#ClaimStability
 */
export function accountId({ tokenIssuer }: ReadyOAuthProvider, issuer: unknown, subject: string): string {
  return tokenIssuer === undefined ? subject : `${issuer}${SEPARATOR}${subject}`
}

/** Stands between the issuer and the subject of an account's id. */
const SEPARATOR = '|'

/** What the value of a claim may be in an issuer: one part of a path or of a host name. */
const VALUE = /^[\w.~-]{1,128}$/

/** A name in braces, which stands for the tenant in published metadata. */
const BRACES = /^\{[\w-]+\}$/

function templateOf({ issuer = '', tokenIssuer }: ReadyOAuthProvider): IssuerTemplate | undefined {
  if (typeof tokenIssuer !== 'string') return undefined
  const origin = tokenIssuer.startsWith('/') && URL.canParse(issuer) ? new URL(issuer).origin : ''
  return parseTemplate(origin + tokenIssuer)
}

function parseTemplate(text: string): IssuerTemplate | undefined {
  const [, before = '', claim, after = ''] = /^([^{}]*)\{([\w-]+)\}([^{}]*)$/.exec(text) ?? []
  return claim === undefined ? undefined : { before, claim, after }
}

/** What stands in `issuer` where the template has its claim: a name in braces, or a value. */
function variablePart(issuer: string, { before, after }: IssuerTemplate): string | undefined {
  const isLike =
    issuer.startsWith(before) && issuer.endsWith(after) && issuer.length > before.length + after.length
  const part = isLike ? issuer.slice(before.length, issuer.length - after.length) : ''
  return VALUE.test(part) || BRACES.test(part) ? part : undefined
}

/** Whether the metadata publishes the template itself, and not the issuer of one tenant. */
function isOpen(published: string, template: IssuerTemplate): boolean {
  return BRACES.test(variablePart(published, template) ?? '')
}

function isSameTenant(tenant: string, value: unknown): boolean {
  return typeof value === 'string' && tenant.toLowerCase() === value.toLowerCase()
}

function withoutSlash(issuer: string): string {
  return issuer.replace(/\/$/, '')
}

function rejected(problem: string): UserAgentError {
  return new UserAgentError(`The issuer of the ID token is not accepted: ${problem}.`)
}

/** The provider with accounts and tokens that a call names. */
export function oauthProvider(id: string, app: App): ReadyOAuthProvider {
  const provider = app.providers.get(id)
  if (!provider) throw unknownProvider(id, app)
  const ready = asOAuthProvider(provider)
  if (ready) return ready
  throw new InvalidProvider(`The provider '${id}' has no tokens: it is of type '${provider.type}'.`)
}
