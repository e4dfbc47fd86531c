import { sha256Base64url } from '#crypto'
import { AuthError, MissingAdapter, OAuthSignInError } from '../../../errors.js'
import { providerVariable } from '../../../providers/kinds/provider-variable.js'
import { asError } from '../../core/base/as-error.js'
import { printable } from '../../core/base/printable.js'
import { randomToken } from '../../core/crypto/random.js'
import { beginAccountLinking } from '../../core/login/link-to-session.js'
import type { Linking, LinkRequest } from '../../core/login/linking-flow.js'
import { authorityOf } from '../../core/storage/provider-authority.js'
import { addParams } from './allowed-authorization-params.js'
import { requireCredentials } from './client-credentials.js'
import { authorizationServerOf } from './discovery.js'
import { endpointUrl } from './endpoint-url.js'
import type { Flow } from './flow.js'
import { beginFlow } from './flow-lifecycle.js'
import type { OAuthCall } from './openid-extension.js'
import { redirectUri, sealForwarding } from './redirect-proxy.js'
import { DEFAULT_SCOPE } from './scopes.js'

/**
 * Stores the values that the callback is checked against, and returns the URL of the authorization request.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749.html#section-4.1.1
 * @see https://www.rfc-editor.org/rfc/rfc7636.html#section-4.3
 * @see https://openid.net/specs/openid-connect-core-1_0.html#AuthRequest
 */
export async function authorize(options: AuthorizationOptions, call: OAuthCall): Promise<string> {
  const { provider, openId, app, exchange } = call
  requireCredentials(provider)
  openId?.requireMacKeys(provider)
  const url = await authorizationEndpoint(call)
  const linkTo = options.link && (await beginLinking(call))
  const { searchParams } = url
  setRequestParams(searchParams, options.params, call)
  const flow = await beginFlow(
    { ...flowOf(searchParams, options, call), linkTo },
    await sealForwarding(call),
    exchange,
  )
  const { redirectUri: redirect_uri, scope } = flow
  app.logger.debug(`sign-in with '${provider.id}' begins`, { redirect_uri, scope })
  await setChecks(searchParams, flow)
  // Encode spaces as `%20`, because some providers, such as Amazon Cognito, read `+` as part of a scope.
  url.search = url.search.replaceAll('+', '%20')
  return url.href
}

function setRequestParams(request: URLSearchParams, params: URLSearchParams, call: OAuthCall): void {
  addParams(request, params)
  request.set('response_type', 'code')
  request.set('client_id', call.provider.clientId)
  request.set('redirect_uri', redirectUri(call))
  if (!request.has('scope')) request.set('scope', DEFAULT_SCOPE)
  // Providers without scopes are configured with an empty scope.
  if (request.get('scope') === '') request.delete('scope')
}

function flowOf(
  request: URLSearchParams,
  { callbackUrl, link, data }: AuthorizationOptions,
  call: OAuthCall,
): Omit<Flow, 'linkTo' | 'state'> {
  const { provider, openId, exchange } = call
  // Every flow has a `state`, so `checks` need not contain it.
  const checks = new Set(provider.checks ?? openId?.checks ?? ['pkce'])
  return {
    provider: provider.id,
    authority: authorityOf(provider),
    origin: exchange.origin,
    callbackUrl,
    redirectUri: redirectUri(call),
    nonce: checks.has('nonce') ? randomToken() : undefined,
    codeVerifier: checks.has('pkce') ? randomToken() : undefined,
    data,
    reportsLink: link === 'report' || undefined,
    ...requestedValues(request),
  }
}

async function setChecks(request: URLSearchParams, { state, nonce, codeVerifier }: Flow): Promise<void> {
  request.set('state', state)
  if (nonce) request.set('nonce', nonce)
  if (codeVerifier) {
    request.set('code_challenge', await sha256Base64url(codeVerifier))
    request.set('code_challenge_method', 'S256')
  }
}

async function beginLinking({ provider, app, exchange }: OAuthCall): Promise<Linking> {
  if (!app.adapter) {
    throw new MissingAdapter(
      `\`link\` was set for the provider '${provider.id}'. Accounts are linked in a database: add an adapter.`,
    )
  }
  return beginAccountLinking(provider, app, exchange)
}

/**
 * Returns the requested values that the callback needs. `maxAge` and `acrValues` are checked in the ID token.
 * `scope` replaces a scope that the token response omits.
 */
function requestedValues(params: URLSearchParams): Pick<Flow, 'maxAge' | 'acrValues' | 'scope'> {
  const maxAge = params.get('max_age') ?? ''
  return {
    maxAge: /^\d+$/.test(maxAge) ? Number(maxAge) : undefined,
    acrValues: params.get('acr_values') || undefined,
    scope: params.get('scope') || undefined,
  }
}

async function authorizationEndpoint({ provider, app, exchange }: OAuthCall): Promise<URL> {
  if (provider['~server']) {
    const localUrl = `${exchange.origin}${app.basePath}/dev/${provider.id}`
    return endpointUrl(provider.authorization, localUrl) ?? new URL(localUrl)
  }
  try {
    const { metadata } = await authorizationServerOf(provider, app)
    // Metadata without this URL was rejected earlier.
    return new URL(metadata.authorization_endpoint as string)
  } catch (error) {
    if (error instanceof AuthError) throw error
    const { id, issuer, wellKnown } = provider
    const isFromVariable = app.environment.provider(id).issuer === issuer
    const issuerSource = isFromVariable ? `${providerVariable(id, 'ISSUER')},` : 'its issuer'
    const source = wellKnown === undefined ? `${issuerSource} '${issuer}'` : 'its `wellKnown`'
    const err = asError(error)
    throw new OAuthSignInError(
      `The provider '${id}' could not be discovered at ${source}: ${printable(err.message)}`,
      { cause: { err, provider: id } },
    )
  }
}

export interface AuthorizationOptions {
  /** Already validated. */
  readonly callbackUrl: string
  readonly params: URLSearchParams
  readonly link: LinkRequest | undefined
  /** Returned by `flowData`. */
  readonly data?: unknown
}
