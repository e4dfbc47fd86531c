import { InvalidProvider, type NoTokensReason, TokensUnavailable } from '../../../errors.js'
import { parseUrl } from '../../../model/parse-url.js'
import { isProtected } from '../../../model/protected-url.js'
import type { FetchOptions } from '../../../model/provider-tokens.js'
import type { Fetch } from '../../../providers/kinds/custom-fetch.js'
import { redactErrors } from '../../core/config/logger.js'
import { addressCheck } from '../../core/http/published-endpoints.js'
import type { App, Exchange } from '../../core/object-lifetimes.js'
import { authorizationServerOf } from '../oauth/discovery.js'
import { endpointUrl } from '../oauth/endpoint-url.js'
import { oauthProvider, type ReadyOAuthProvider } from '../oauth/provider.js'
import type { ReadTokensOptions } from './account-tokens.js'
import { tokensOfSession } from './provider-tokens.js'

const MAX_REDIRECTS = 5

/**
 * Sends a request to an API of the provider with the user's access token. After a response with status 401,
 * sends it again with a new token.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6750.html#section-2.1
 */
export async function providerFetch(
  target: string | URL,
  requestInit: RequestInit | undefined,
  id: string,
  { resource }: FetchOptions,
  app: App,
  exchange: Exchange,
): Promise<Response> {
  const provider = oauthProvider(id, app)
  const origins = await apiOrigins(provider, app)
  const init = requestInit ?? {}
  const url = allowedUrl(target, provider, origins)
  requireOriginOf(resource, url, provider)
  const accessToken = async (options: ReadTokensOptions): Promise<string> => {
    const tokens = await tokensOfSession(exchange, id, { ...options, resource }, app)
    if (tokens.ok) return tokens.accessToken
    throw new TokensUnavailable(
      tokens.reason,
      `There is no access token of '${id}': ${advice[tokens.reason]}`,
    )
  }
  const configuredFetch = app.fetchFor(provider)
  const send: Fetch = configuredFetch ?? ((input, options) => globalThis.fetch(input, options))
  const token = await accessToken({})
  const check = addressCheck(provider, configuredFetch)
  const checkedFetch: Fetch = async (input, options) => {
    await check?.(new URL(input))
    return send(input, options)
  }
  // If the token has a character that headers cannot contain, the error of `fetch` quotes the token.
  const sendWith = (sent: string): Promise<Response> =>
    redactErrors(
      () => followRedirects(url, withToken(init, sent), checkedFetch),
      () => [sent],
    )
  const response = await sendWith(token)
  if (response.status !== 401 || !isRepeatable(init)) return response
  await response.body?.cancel().catch(() => undefined)
  return sendWith(await accessToken({ refused: token }))
}

const advice: Readonly<Record<NoTokensReason, string>> = {
  signedOut: 'no user is signed in. Redirect the browser to the sign-in page.',
  notLinked: 'the user has no account with this provider. Start a sign-in with it.',
  reauthenticate: 'it has expired or was rejected. Start a sign-in with this provider.',
  unavailable: 'the provider or the storage of the tokens does not respond. Try again later.',
  consent: 'the provider issues none for this `resource`. List it in the option `resources` of `signIn`.',
}

/** Returns the origins that may receive the access token. */
async function apiOrigins(provider: ReadyOAuthProvider, app: App): Promise<ReadonlySet<string>> {
  const { metadata } = await authorizationServerOf(provider, app)
  const userinfo = endpointUrl(provider.userinfo, metadata.userinfo_endpoint)
  const listed = (provider.apiOrigins ?? []).map((origin) => originOf(origin, provider))
  return new Set([...listed, ...(userinfo ? [userinfo.origin] : [])])
}

function originOf(listed: string, { id }: ReadyOAuthProvider): string {
  const url = parseUrl(listed)
  if (url) return url.origin
  throw new InvalidProvider(
    `\`apiOrigins\` of the provider '${id}' contains '${listed}', which is not an origin such as 'https://api.example.com'.`,
  )
}

/** Throws `InvalidProvider` if the access token may not be sent to the URL. */
function allowedUrl(target: string | URL, { id }: ReadyOAuthProvider, origins: ReadonlySet<string>): URL {
  const url = parseUrl(String(target))
  if (!url) throw new InvalidProvider('`auth.fetch` takes an absolute URL.')
  if (isAllowed(url, origins)) return url
  if (!isProtected(url) || url.username || url.password) {
    throw new InvalidProvider(
      'The URL for `auth.fetch` must use HTTPS, and contain no user name or password.',
    )
  }
  throw new InvalidProvider(
    `The access token of '${id}' is not sent to ${url.origin}. To send it there, add the origin to \`apiOrigins\` of the provider.`,
  )
}

/**
 * Throws if the token for a resource would be sent to another origin. A URN has no origin, so only
 * `apiOrigins` applies.
 *
 * @see https://www.rfc-editor.org/rfc/rfc8707.html#section-3
 */
function requireOriginOf(resource: string | undefined, url: URL, { id }: ReadyOAuthProvider): void {
  const origin = resource === undefined ? undefined : parseUrl(resource)?.origin
  if (origin === undefined || origin === 'null' || origin === url.origin) return
  throw new InvalidProvider(
    `The access token of '${id}' for the resource ${resource} is sent to ${origin} only, not to ${url.origin}. Pass the \`resource\` of that origin.`,
  )
}

function isAllowed(url: URL, origins: ReadonlySet<string>): boolean {
  return origins.has(url.origin) && isProtected(url) && !url.username && !url.password
}

function withToken(init: RequestInit, token: string): RequestInit {
  const headers = new Headers(init.headers)
  headers.set('authorization', `Bearer ${token}`)
  return { ...init, headers }
}

/**
 * Sends a request, and follows redirects on the same origin. A redirect to another origin is returned to the
 * application, so that the token is not sent there.
 */
async function followRedirects(start: URL, init: RequestInit, send: Fetch): Promise<Response> {
  const { redirect = 'follow' } = init
  const maxRedirects = redirect === 'follow' ? MAX_REDIRECTS : 0
  const sent: RequestInit = { ...init, redirect: redirect === 'error' ? redirect : 'manual' }
  const origin = new Set([start.origin])
  let url = start
  for (let redirects = 0; ; redirects++) {
    const response = await send(url.href, sent)
    const next = redirects < maxRedirects ? redirectTarget(response, url, init) : undefined
    if (!next || !isAllowed(next, origin)) return response
    await response.body?.cancel().catch(() => undefined)
    url = next
  }
}

function redirectTarget(
  { status, headers }: Response,
  base: URL,
  { method = 'GET' }: RequestInit,
): URL | undefined {
  const location = headers.get('location')
  const isReadRequest = ['GET', 'HEAD'].includes(method.toUpperCase())
  if (location === null || !isReadRequest || ![301, 302, 303, 307, 308].includes(status)) return undefined
  return parseUrl(location, base.href)
}

/**
 * Whether the request can be sent again. A stream, or another asynchronous iterable, can be read only once.
 */
function isRepeatable({ body }: RequestInit): boolean {
  if (typeof body !== 'object' || body === null) return true
  return !(body instanceof ReadableStream || Symbol.asyncIterator in body)
}
