import { AuthorizationResponseError, validateAuthResponse } from 'oauth4webapi'
import { InvalidCheck, InvalidRequest } from '../../../errors.js'
import { isObjectOf, isString } from '../../core/base/type-guards.js'
import type { Sealer } from '../../core/crypto/sealer.js'
import { isListed } from '../../core/http/origin.js'
import { type Params, readParams, textParam } from '../../core/http/params.js'
import { withQuery } from '../../core/http/redirects.js'
import { UserAgentError } from '../../core/http/report.js'
import type { App } from '../../core/lifetimes.js'
import { clientOf } from './client.js'
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
 * The redirection endpoint of a flow: its URI, the deployment that a callback belongs to, and the authorization response that it receives, in the
 * URL or as a form post.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749.html#section-3.1.2
 */

/** What the redirect proxy needs to hand a callback on. */
interface Handover {
  readonly callback: string
  readonly provider: string
}

/**
 * The deployment at the one address that a provider knows hands callbacks on to the deployments that began them. They
 * share its secret, and it lists their hosts.
 */
const isHandover = isObjectOf<Handover>({ callback: isString, provider: isString })

/**
 * Where the provider redirects the user agent to. A flow is bound to it, and with it to the site.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749.html#section-3.1.2
 */
export function redirectUri(call: OAuthCall): string {
  return proxyCallback(call) ?? ownCallback(call)
}

/** The address of the callback here, whether or not the provider knows it. */
export function ownCallback({ provider, app, exchange }: Omit<OAuthCall, 'openId'>): string {
  return `${exchange.origin}${app.basePath}/callback/${provider.id}`
}

/** The callback address of the redirect proxy, unless this deployment is it. It cannot hand on a form post. */
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

/** The URL of the redirect proxy, where the redirect URIs name one. */
function redirectProxyOf(
  { redirectProxyUrl }: ReadyOAuthProvider,
  { spec, environment }: App,
): string | undefined {
  return redirectProxyUrl ?? spec.options.redirectProxyUrl ?? environment.redirectProxyUrl
}

/** Seals what a redirect proxy forwards. */
function handoverSealer({ sealer }: App): Sealer {
  return sealer({ purpose: 'handover', audience: 'redirect proxy' })
}

/** Seals a form post until the browser has followed a redirect. */
function formPostSealer({ sealer }: App): Sealer {
  return sealer({ purpose: 'posted answer', audience: 'callback' })
}

/** What is added to `state` so that the redirect proxy, if there is one, hands the callback on to this deployment. */
export async function sealHandover(call: OAuthCall): Promise<string | undefined> {
  if (proxyCallback(call) === undefined) return undefined
  const { provider, app } = call
  return app.get(handoverSealer).seal({ callback: ownCallback(call), provider: provider.id }, MAX_AGE_SECONDS)
}

/**
 * Where to send a callback that another deployment began, with all its parameters; `undefined` for one
 * that began here. A callback can be handed on again: the deployment that began the flow lets it finish once.
 *
 * @throws InvalidCheck when no deployment with our secret began it, or it began at an origin that is not listed.
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

/** Seconds within which the user agent follows the redirect that holds a form post. */
const FORM_POST_AGE_SECONDS = 60

/** The longest form post, in characters. Sealed, it is a third longer, and servers take 16,384 bytes of headers, the URL included. */
const MAX_FORM_POST = 9_500

/** The query parameter that holds the sealed form post. */
const FORM_POST = 'answer'

/**
 * The URL to which the user agent that posted an authorization response is redirected. The form post is a cross-site request, with
 * which a user agent sends neither the cookie of the flow nor that of the session. The response is therefore sealed into a URL of this
 * site: with the request for it, the user agent sends both. Throws `InvalidRequest` for a form post that does not fit into a URL.
 */
export async function keepFormPost(call: OAuthCall): Promise<string> {
  const { provider, app, exchange } = call
  const answer = searchParamsOf(exchange.body).toString()
  if (answer.length > MAX_FORM_POST)
    throw new InvalidRequest(
      `The authorization response has more than ${MAX_FORM_POST} characters, and is sealed into a URL.`,
    )
  const sealed = await app.get(formPostSealer).seal({ provider: provider.id, answer }, FORM_POST_AGE_SECONDS)
  return withQuery(ownCallback(call), { [FORM_POST]: sealed })
}

/** The authorization response in the URL of a redirect. Throws `InvalidCheck` if there is none. */
export async function keptFormPost({ provider, app, exchange }: OAuthCall): Promise<Params> {
  const sealed = textParam(exchange.query, FORM_POST)
  const { provider: id, answer } =
    (sealed !== undefined && (await app.get(formPostSealer).open(sealed))) || {}
  if (typeof answer === 'string' && id === provider.id) return readParams(new URLSearchParams(answer))
  throw new InvalidCheck(
    'The provider posts its authorization responses, and this request contains none. Start the sign-in again.',
  )
}

function searchParamsOf(params: Params): URLSearchParams {
  const texts = Object.entries(params).filter(
    (param): param is [string, string] => typeof param[1] === 'string',
  )
  return new URLSearchParams(texts)
}

/**
 * Validates an authorization response: `iss`, `state`, and that it carries a code and no tokens. Throws for an error response,
 * too.
 *
 * @returns The parameters, of which oauth4webapi makes the token request.
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
  // Without a configured issuer, there is nothing that `iss` could be compared with.
  if (provider.issuer === undefined) received.delete('iss')
  try {
    const tokens = tokenParameter(received)
    if (tokens !== undefined)
      throw new Error(`\`${tokens}\` carries tokens, which only the token endpoint may return`)
    const issuer = responseIssuer(metadata.issuer, received.get('iss'), call)
    const server = { ...serverOf(metadata), issuer }
    const validated = validateAuthResponse(server, clientOf(provider, 0), received, state)
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
 * The issuer that the authorization response must name.
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
  // The issuer may be known as the base of its endpoints alone.
  return isSameIssuer(received, published) ? received : published
}

/**
 * The parameter of an authorization response that carries tokens, or a JWT in place of the parameters, also where it is empty.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9700.html#section-2.1.2
 */
function tokenParameter(params: URLSearchParams): string | undefined {
  return ['access_token', 'id_token', 'token', 'response'].find((name) => params.has(name))
}

/** What to do about errors that come from how the client is registered at the provider. */
const advice: Readonly<Record<string, string>> = {
  unauthorized_client: 'Allow the client the authorization code flow at the provider.',
  redirect_uri_mismatch: 'Register the callback address of this application at the provider.',
}
