import { AuthorizationResponseError, validateAuthResponse } from 'oauth4webapi'
import { InvalidCheck, InvalidRequest } from '../../../errors.js'
import { isObjectOf, isString } from '../../core/base/type-guards.js'
import type { Sealer } from '../../core/crypto/sealer.js'
import { type Params, readParams, textParam } from '../../core/http/params.js'
import { withQuery } from '../../core/http/redirects.js'
import { UserAgentError } from '../../core/http/report.js'
import { isListed } from '../../core/http/trusted-hosts.js'
import type { App } from '../../core/lifetimes.js'
import { messageOf, providerError } from './errors.js'
import { type Flow, MAX_AGE_SECONDS } from './flow-cookies.js'
import type { OAuthCall } from './openid-extension.js'
import {
  isSameIssuer,
  type ReadyOAuthProvider,
  responseMode,
  type ServerMetadata,
  serverOf,
} from './provider.js'
import { handoverOf } from './state.js'

/*
 * The redirection endpoint of a flow: its URI, the deployment of a callback, and the authorization response
 * in the URL or a form post.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749.html#section-3.1.2
 */

/**
 * The information with which the redirect proxy forwards a callback. The proxy is the deployment with the registered callback URL. It
 * forwards callbacks to the deployments that started them. They share its secret, and it lists their hosts.
 */
interface Handover {
  readonly callback: string
  readonly provider: string
}

const isHandover = isObjectOf<Handover>({ callback: isString, provider: isString })

/**
 * The URI to which the provider redirects. A flow is bound to it, and thereby to the site.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749.html#section-3.1.2
 */
export function redirectUri(call: OAuthCall): string {
  return proxyCallback(call) ?? ownCallback(call)
}

/** The callback URL of this deployment, whether or not it is registered at the provider. */
export function ownCallback({ provider, app, exchange }: Omit<OAuthCall, 'openId'>): string {
  return `${exchange.origin}${app.basePath}/callback/${provider.id}`
}

/** The callback URL of the redirect proxy, unless this deployment is the proxy. A form post cannot be forwarded. */
function proxyCallback({ provider, app, exchange }: OAuthCall): string | undefined {
  const address = redirectProxyOf(provider, app)
  if (address === undefined || responseMode(provider) === 'form_post') return undefined
  // A server within the application redirects within it.
  if (provider['~server']) return undefined
  const proxy = new URL(address)
  return proxy.origin === exchange.origin
    ? undefined
    : `${proxy.href.replace(/\/+$/, '')}/callback/${provider.id}`
}

/** The URL of the redirect proxy, if the redirect URIs contain one. */
function redirectProxyOf(
  { redirectProxyUrl }: ReadyOAuthProvider,
  { spec, environment }: App,
): string | undefined {
  return redirectProxyUrl ?? spec.options.redirectProxyUrl ?? environment.redirectProxyUrl
}

/** Seals the information for the redirect proxy. */
function handoverSealer({ sealer }: App): Sealer {
  return sealer({ purpose: 'handover', audience: 'redirect proxy' })
}

/** Seals a form post until the browser has followed a redirect. */
function formPostSealer({ sealer }: App): Sealer {
  return sealer({ purpose: 'posted answer', audience: 'callback' })
}

/** The suffix of `state` with which the redirect proxy, if any, forwards the callback to this deployment. */
export async function sealHandover(call: OAuthCall): Promise<string | undefined> {
  if (proxyCallback(call) === undefined) return undefined
  const { provider, app } = call
  return app.get(handoverSealer).seal({ callback: ownCallback(call), provider: provider.id }, MAX_AGE_SECONDS)
}

/**
 * Returns the URL of the deployment to which a callback must be forwarded, with all parameters; `undefined`
 * if the callback belongs here. A callback can be forwarded more than once, but the deployment that started
 * the flow finishes it only once.
 *
 * @throws InvalidCheck if no deployment with this secret started it, or it started at an origin that is not
 * listed.
 */
export async function handover(
  params: Params,
  { provider, app, exchange }: OAuthCall,
): Promise<string | undefined> {
  const { trustHost } = app
  const { origin } = exchange
  if (redirectProxyOf(provider, app) === undefined) return undefined
  const sealed = handoverOf(textParam(params, 'state'))
  if (sealed === undefined) return undefined
  const opened = await app.get(handoverSealer).open(sealed)
  if (!isHandover(opened) || opened.provider !== provider.id) {
    throw new InvalidCheck('No deployment with this secret began the sign-in.')
  }
  const target = new URL(opened.callback)
  if (target.origin === origin) return undefined
  if (!isListed(target, typeof trustHost === 'object' ? trustHost : [])) {
    throw new InvalidCheck(
      `The sign-in began at ${target.origin}, which this deployment does not list. If it is yours, add "${target.host}" to AUTH_TRUSTED_HOSTS or \`trustHost\` here.`,
    )
  }
  const texts = Object.keys(params).map((name) => [name, textParam(params, name)])
  return withQuery(opened.callback, Object.fromEntries(texts))
}

/** Seconds within which the browser must follow the redirect with the form post. */
const FORM_POST_AGE_SECONDS = 60

/** Maximum length of a form post. Sealed, it is a third longer, and servers accept 16,384 bytes of headers including the URL. */
const MAX_FORM_POST = 9_500

/** The query parameter with the sealed form post. */
const FORM_POST = 'answer'

/**
 * Redirects a browser that posted an authorization response to a URL of this site. The form post is a
 * cross-site request without the flow and session cookies. The response is sealed into the URL, and the next
 * request includes the cookies. Throws `InvalidRequest` if the form post is too long for a URL.
 */
export async function keepFormPost(call: OAuthCall): Promise<string> {
  const { provider, app, exchange } = call
  const answer = searchParamsOf(exchange.body).toString()
  if (answer.length > MAX_FORM_POST)
    throw new InvalidRequest(
      `The authorization response has more than ${MAX_FORM_POST} characters, so it does not fit into the URL of the callback.`,
    )
  const sealed = await app.get(formPostSealer).seal({ provider: provider.id, answer }, FORM_POST_AGE_SECONDS)
  return withQuery(ownCallback(call), { [FORM_POST]: sealed })
}

/** Returns the authorization response in the URL of such a redirect. Throws `InvalidCheck` if there is none. */
export async function keptFormPost({ provider, app, exchange }: OAuthCall): Promise<Params> {
  const sealed = textParam(exchange.query, FORM_POST)
  const { provider: id, answer } =
    (sealed !== undefined && (await app.get(formPostSealer).open(sealed))) || {}
  if (typeof answer === 'string' && id === provider.id) return readParams(new URLSearchParams(answer))
  throw new InvalidCheck(
    'The provider posts its authorization responses, and this request contains none that is valid. It may have expired. Start the sign-in again.',
  )
}

function searchParamsOf(params: Params): URLSearchParams {
  const texts = Object.entries(params).filter(
    (param): param is [string, string] => typeof param[1] === 'string',
  )
  return new URLSearchParams(texts)
}

/**
 * Validates an authorization response: `iss`, `state`, and that it contains a code and no tokens. Also throws for an error response.
 *
 * @returns The parameters for the token request of oauth4webapi.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749.html#section-4.1.2
 * @see https://www.rfc-editor.org/rfc/rfc9207.html#section-2.4
 */
export function authorizationResponse(
  params: Params,
  { state }: Flow,
  call: Pick<OAuthCall, 'provider' | 'openId'>,
  metadata: ServerMetadata,
): URLSearchParams {
  const { provider } = call
  const received = searchParamsOf(params)
  // Without a configured issuer, there is no value to compare `iss` with.
  if (provider.issuer === undefined) received.delete('iss')
  try {
    const tokens = tokenParameter(received)
    if (tokens !== undefined)
      throw new Error(`\`${tokens}\` carries tokens, which only the token endpoint may return`)
    const issuer = responseIssuer(metadata.issuer, received.get('iss'), call)
    const server = { ...serverOf(metadata), issuer }
    const validated = validateAuthResponse(server, { client_id: provider.clientId }, received, state)
    if (!validated.get('code')) throw new Error('response parameter "code" missing')
    return validated
  } catch (error) {
    if (!(error instanceof AuthorizationResponseError))
      throw new UserAgentError(`The authorization response is invalid: ${messageOf(error)}.`)
    const hint = Object.hasOwn(advice, error.error) ? ` (${advice[error.error]})` : ''
    throw new UserAgentError(providerError(error.error, error.error_description) + hint)
  }
}

/**
 * The issuer that the authorization response must contain.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9207.html#section-2.4
 */
function responseIssuer(
  published: string,
  received: string | null,
  { provider, openId }: Pick<OAuthCall, 'provider' | 'openId'>,
): string {
  if (received === null) return published
  if (openId) return openId.responseIssuer(provider, published, received)
  // The issuer may be known only as the base of its endpoints.
  return isSameIssuer(received, published) ? received : published
}

/**
 * The name of a parameter that contains tokens, or a JWT instead of the parameters, even if it is empty.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9700.html#section-2.1.2
 */
function tokenParameter(params: URLSearchParams): string | undefined {
  return ['access_token', 'id_token', 'token', 'response'].find((name) => params.has(name))
}

/** Advice for errors that come from the registration of the client. */
const advice: Readonly<Record<string, string>> = {
  unauthorized_client: 'Allow the client the authorization code flow at the provider.',
  redirect_uri_mismatch: 'Register the callback URL of this application at the provider.',
}
