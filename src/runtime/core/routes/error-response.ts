import { match } from 'ts-pattern'
import type { AuthSpec } from '../../../builder/auth-spec.js'
import {
  AdapterError,
  AuthError,
  CredentialsSignin,
  type ErrorStatus,
  type ErrorType,
  InvalidEmailAddress,
  isClientError,
  MissingSecret,
  RateLimited,
  WebAuthnVerificationError,
} from '../../../errors.js'
import { asError } from '../base/as-error.js'
import { createLogger } from '../config/logger.js'
import { mountBelow, publicPath, signInPath } from '../config/mount.js'
import { logOncePerCause } from '../config/outage-log.js'
import { openServerExchange } from '../exchange.js'
import { referenceOf, report } from '../http/error-report.js'
import { type ClassResponse, isDown, OUTAGE_RETRY_SECONDS, responseOf } from '../http/error-status.js'
import { exposedMessage } from '../http/exposed-message.js'
import type { Incoming } from '../http/incoming.js'
import { textParam } from '../http/params.js'
import {
  type PlainProblem,
  type PlainStatus,
  plainResponse,
  plainStatusOf,
} from '../http/plain-error-response.js'
import { withQuery } from '../http/redirects.js'
import { expectsPage, pageContent, toResponse, toResponseData } from '../http/response.js'
import { json, PRIVATE, type ResponseData, type RouteResult, redirect } from '../http/route-result.js'
import { MAX_SHOWN_LENGTH } from '../login/email-address.js'
import type { App, Exchange, Host } from '../object-lifetimes.js'
import type { MatchedRoute, RouteContext } from '../route.js'
import { failureOf, rememberFailure } from './development-details.js'
import { WrongMethod } from './route-errors.js'

export async function failure(
  error: Error,
  route: MatchedRoute,
  app: App,
  exchange: Exchange,
): Promise<ResponseData> {
  report(error, app.logger)
  rememberFailure(error, app.host)
  if (error instanceof WrongMethod) {
    return noRoute({ status: 405, allow: error.allow }, exchange.incoming, app)
  }
  const result = await resultOf(error, route, app, exchange)
  const response = toResponseData(result, exchange, headersOf(error))
  const { 'retry-after': _, ...headers } = response.headers
  // `Retry-After` would delay the redirect itself (RFC 9110, section 10.2.3).
  return response.status === 302 ? { ...response, headers } : response
}

async function resultOf(
  error: Error,
  route: MatchedRoute,
  app: App,
  exchange: Exchange,
): Promise<RouteResult> {
  const { status, response } = classResponse(error)
  const isRefusal = status < 500 && (response === 'page' || response === 'message')
  // A script that reads the session cannot follow a redirect to a page. The session cookie is not deleted.
  if (route.name === 'session' && !isRefusal) {
    return json({ message: 'The session could not be read.' }, unreadStatus(status, error))
  }
  return match(response)
    .with('message', async () => {
      if (!expectsPage(exchange.request)) return json({ message: error.message }, status)
      return onErrorPage(status, error, app, exchange)
    })
    .with('page', async () => onErrorPage(status, error, app, exchange))
    .with('signInPage', async () => onSignInPage(status, error, route, app, exchange))
    .with('redirect', 'errorPage', async () => redirect(errorPageUrl(error, app, exchange), { failed: true }))
    .exhaustive()
}

/**
 * Returns the status for a session that could not be read. A script can act on the statuses 403 and 429, but
 * on no other 4xx status.
 */
function unreadStatus(status: ErrorStatus, error: Error): number {
  if (status === 403 || status === 429) return status
  return isDown(error) ? 503 : 500
}

function classResponse(error: Error): ClassResponse {
  const ofError = responseOf(error)
  return ofError.response === 'redirect' && isDown(error) ? AdapterError : ofError
}

function headersOf(error: Error): ResponseData['headers'] {
  if (error instanceof RateLimited) return limitHeaders(error)
  return isDown(error) ? { 'retry-after': String(OUTAGE_RETRY_SECONDS) } : {}
}

/**
 * Returns the rate limit headers of an error. Only letters, digits, `_` and `-` are kept in the name of the
 * limit, so it needs no escaping.
 *
 * @see https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-ratelimit-headers-10
 * @see https://www.rfc-editor.org/rfc/rfc9110.html#section-10.2.3
 */
function limitHeaders({
  limit: { name, max, window, retryAfter },
}: RateLimited): Readonly<Record<string, string>> {
  const policy = name.replace(/[^\w-]/g, '')
  return {
    'retry-after': String(retryAfter),
    'ratelimit-policy': `"${policy}";q=${max};w=${window}`,
    ratelimit: `"${policy}";r=0;t=${retryAfter}`,
  }
}

async function onErrorPage(
  status: ErrorStatus,
  error: Error,
  app: App,
  exchange: Exchange,
): Promise<RouteResult> {
  const errorName = isDown(error) ? 'Unavailable' : typeOf(error)
  const isShownAtSignIn = error instanceof AuthError && error.kind === 'signIn' && !isDown(error)
  const retryUrl = isShownAtSignIn ? errorPageUrl(error, app, exchange) : signInUrl(app, exchange)
  if (!expectsPage(exchange.request)) return json({ url: retryUrl }, status)
  // The page reloads instead of linking to the request, whose URL may contain a code or a token.
  const isRepeatable = status === 503 && exchange.request.method === 'GET' && exchange.isRepeatable
  const view = {
    status,
    error: errorName,
    retryUrl: isRepeatable ? undefined : retryUrl,
    reference: referenceOf(error),
    holdsToken: 'code' in exchange.query || 'token' in exchange.query,
  }
  return (await app.pages()).failure(view, app, exchange)
}

/** Shows the error on the sign-in page. A custom page receives the reason in the query string. */
async function onSignInPage(
  status: ErrorStatus,
  error: Error,
  { providerId }: MatchedRoute,
  app: App,
  exchange: Exchange,
): Promise<RouteResult> {
  const url = errorPageUrl(error, app, exchange)
  if (!expectsPage(exchange.request)) return json({ url }, status)
  if (app.spec.pages.signIn) return redirect(url)
  const callbackUrl = exchange.callbackUrl ?? exchange.origin + app.home
  const typed = textParam(exchange.body, 'email')
  const failed =
    error instanceof InvalidEmailAddress && providerId !== undefined && typed !== undefined
      ? { providerId, typed: { email: typed.slice(0, MAX_SHOWN_LENGTH) } }
      : undefined
  return (await app.pages()).signIn({ callbackUrl, error: typeOf(error), status, failed }, app, exchange)
}

export function errorPageUrl(
  error: Error,
  app: Pick<App, 'spec' | 'basePath'>,
  { origin, callbackUrl }: Pick<Exchange, 'origin' | 'callbackUrl'>,
): string {
  const { pages } = app.spec
  const message = exposedMessage(error)
  const shown = message ?? (isClientError(error) ? error.type : 'Configuration')
  const code =
    error instanceof CredentialsSignin || error instanceof WebAuthnVerificationError ? error.code : undefined
  const reference = referenceOf(error)
  // As in `next-auth` 4, a message for the user is shown on the application's error page if `pages.error` is
  // set.
  const isForErrorPage = message !== undefined && pages.error !== undefined
  if (error instanceof AuthError && error.kind === 'signIn' && !isForErrorPage) {
    return withQuery(origin + signInPath(app), { error: shown, code, callbackUrl, reference })
  }
  return withQuery(origin + (pages.error ?? `${app.basePath}/error`), { error: shown, reference })
}

function signInUrl(app: App, { origin, callbackUrl }: Exchange): string {
  return withQuery(origin + signInPath(app), { callbackUrl })
}

function typeOf(error: Error): ErrorType {
  return error instanceof AuthError ? error.type : 'AuthError'
}

const errorNames: Readonly<Record<PlainStatus, string>> = {
  400: 'InvalidRequest',
  403: 'AccessDenied',
  404: 'NotFound',
  405: 'NotFound',
  413: 'InvalidRequest',
  421: 'UntrustedHost',
  429: 'RateLimited',
  500: 'Configuration',
  503: 'Unavailable',
}

/** Methods whose response a browser shows, and `HEAD`, which has the headers of `GET`. */
const SHOWN_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST'])

export async function noRoute(problem: PlainProblem, incoming: Incoming, app: App): Promise<ResponseData> {
  const data = plainResponse(problem)
  if (!SHOWN_METHODS.has(incoming.method) || !expectsPage(incoming)) return data
  const exchange = openServerExchange(incoming, app)
  const retryUrl = exchange.origin + signInPath(app)
  const pages = await app.pages()
  const { status } = problem
  const result = pages.failure({ status, error: errorNames[status], retryUrl }, app, exchange)
  const { allow } = data.headers
  return toResponseData(result, exchange, allow === undefined ? {} : { allow })
}

/**
 * Returns the error response for a request whose origin is unknown. The page names no host, and its only link
 * is a path.
 */
export async function unusable(
  error: unknown,
  incoming: Incoming,
  options: AuthSpec['options'] | undefined,
  host: Host,
): Promise<ResponseData> {
  const respond = await loadResponder(incoming, options, host)
  return respond(asError(error))
}

async function loadResponder(
  incoming: Incoming,
  options: AuthSpec['options'] = {},
  host: Host,
): Promise<(error: Error) => ResponseData> {
  const pages = await host.standard.find((feature) => feature.pages)?.pages?.()
  const logger = logOncePerCause(createLogger(options), host.loggedCauses, host.clock)
  const home = publicPath('/', mountBelow(options.appBasePath, host.mount))
  return (error) => {
    report(error, logger)
    rememberFailure(error, host)
    const { reference, details } = failureOf(referenceOf(error), host, incoming)
    const status = plainStatusOf(error) ?? 500
    const data = plainResponse({ status })
    if (!pages || !expectsPage(incoming)) return data
    const view = { status, error: errorNames[status], options, home, reference, details }
    const { headers, body } = pageContent(pages.unusable(view, incoming), { secure: false })
    return {
      ...data,
      headers: { ...data.headers, ...headers, 'cache-control': PRIVATE },
      body,
    }
  }
}

/**
 * Adds `status` and `getResponse` to an error. Express, Fastify, Koa and h3 send this status, and Hono sends
 * this response. The error is logged when `getResponse` is called.
 */
export async function addResponse(
  error: unknown,
  incoming: Incoming,
  options: AuthSpec['options'] | undefined,
  host: Host,
): Promise<void> {
  if (!(error instanceof AuthError)) return
  const status = error instanceof MissingSecret && expectsPage(incoming) ? 500 : plainStatusOf(error)
  if (status === undefined) return
  const respond = await loadResponder(incoming, options, host)
  const getResponse = (): Response => toResponse(respond(error))
  for (const [name, value] of Object.entries({ status, getResponse })) {
    // Writable, because Koa assigns the status again.
    Object.defineProperty(error, name, { value, configurable: true, writable: true })
  }
}

export async function errorPage({ app, exchange }: RouteContext): Promise<RouteResult> {
  const { pages } = app.spec
  const error = textParam(exchange.query, 'error')
  const reference = textParam(exchange.query, 'reference')
  if (pages.error) return redirect(withQuery(exchange.origin + pages.error, { error, reference }))
  return (await app.pages()).error(error, app, exchange)
}
