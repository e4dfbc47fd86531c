import {
  AuthError,
  CredentialsSignin,
  InvalidEmailAddress,
  InvalidRequest,
  isClientError,
  MissingCSRF,
  RateLimited,
  ReauthenticationRequired,
  SignOutError,
  UntrustedHost,
  WebAuthnVerificationError,
} from '../../errors.js'
import type { AuthOptions } from '../../options/auth-options.js'
import { asError } from '../base/as-error.js'
import { createLogger } from '../config/logger.js'
import type { Route } from '../http/actions.js'
import { BodyTooLarge } from '../http/body.js'
import { errorStatus } from '../http/error-status.js'
import { type Incoming, openServerExchange } from '../http/exchange.js'
import { textParam } from '../http/params.js'
import { withQuery } from '../http/redirects.js'
import { referenceOf, report } from '../http/report.js'
import { expectsPage, pageContent, toResponseData } from '../http/response.js'
import { json, type ResponseData, type RouteResult, redirect } from '../http/result.js'
import { isDown, type Unavailable, unavailable } from '../http/unavailable.js'
import { page } from '../pages/page-headers.js'
import { languageChoice, pageSite } from '../pages/page-site.js'
import type { PageError } from '../pages/words.js'
import { type FailureMemory, failureOf, rememberFailure } from './failure-details.js'
import type { RouteCapabilities, RouteContext, RouteExchange } from './route-context.js'

/*
 * What a route that fails responds with. `server/refusal.ts` decides it for the forms of a framework, and `http/unavailable.ts` has the responses
 * that need no page. Statuses are those of `http/error-status.ts`.
 */

/** The response to a request that failed. The log has the reason; the page says what the user can do. */
export async function failure(
  error: Error,
  route: Route,
  instance: RouteCapabilities,
  exchange: RouteExchange,
): Promise<ResponseData> {
  report(error, instance.logger)
  rememberFailure(error, instance)
  return toResponseData(await resultOf(error, route, instance, exchange), exchange, headersOf(error))
}

async function resultOf(
  error: Error,
  route: Route,
  instance: RouteCapabilities,
  exchange: RouteExchange,
): Promise<RouteResult> {
  if (error instanceof MissingCSRF) {
    return onTheSpot(
      errorStatus('MissingCSRF'),
      'MissingCSRF',
      errorPageUrl(error, instance, exchange),
      instance,
      exchange,
    )
  }
  if (error instanceof InvalidRequest) return malformed(error, instance, exchange)
  // A script that reads the session cannot follow a redirect to a page; its session is not ended either.
  if (route.action === 'session')
    return json({ message: 'The session could not be read.' }, isDown(error) ? 503 : 500)
  // A sign-out that failed has a separate page.
  if (isDown(error) && !(error instanceof SignOutError)) {
    return onTheSpot(503, 'Unavailable', signInUrl(instance, exchange), instance, exchange, error)
  }
  if (error instanceof RateLimited) return onSignInPage(429, error, route, instance, exchange)
  if (error instanceof ReauthenticationRequired) {
    return onSignInPage(errorStatus('ReauthenticationRequired'), error, route, instance, exchange)
  }
  if (error instanceof InvalidEmailAddress) {
    return onSignInPage(errorStatus('InvalidEmailAddress'), error, route, instance, exchange)
  }
  return redirect(errorPageUrl(error, instance, exchange))
}

/** A page for a navigation, JSON for a script. */
async function malformed(
  error: InvalidRequest,
  instance: RouteCapabilities,
  exchange: RouteExchange,
): Promise<RouteResult> {
  const status = error instanceof BodyTooLarge ? 413 : 400
  if (!expectsPage(exchange.request)) return json({ message: error.message }, status)
  return onTheSpot(status, 'InvalidRequest', signInUrl(instance, exchange), instance, exchange)
}

function headersOf(error: Error): ResponseData['headers'] {
  if (error instanceof RateLimited) return limitHeaders(error)
  return isDown(error) ? { 'retry-after': '5' } : {}
}

/** The sign-in page with the reason; an application's own page receives it in the query. */
async function onSignInPage(
  status: 400 | 403 | 429,
  error: AuthError,
  { providerId }: Route,
  instance: RouteCapabilities,
  exchange: RouteExchange,
): Promise<RouteResult> {
  const url = errorPageUrl(error, instance, exchange)
  if (!expectsPage(exchange.request)) return json({ url }, status)
  if (instance.spec.pages.signIn) return redirect(url)
  const { showSignInPage } = await import('./built-in-pages.js')
  const callbackUrl = exchange.callbackUrl ?? exchange.origin + instance.home
  const typed = textParam(exchange.body, 'email')
  const failed =
    error instanceof InvalidEmailAddress && providerId !== undefined && typed !== undefined
      ? { providerId, typed: { email: typed.slice(0, 254) } }
      : undefined
  return showSignInPage({ callbackUrl, error: error.type, status, failed }, instance, exchange)
}

/** A response in place of a redirect. */
async function onTheSpot(
  status: 400 | 403 | 413 | 503,
  error: PageError,
  retryUrl: string,
  instance: RouteCapabilities,
  exchange: RouteExchange,
  failed?: Error,
): Promise<RouteResult> {
  if (!expectsPage(exchange.request)) return json({ url: retryUrl }, status)
  const { renderErrorPage, THIS_PAGE } = await import('../pages/error-page.js')
  // Before its flow is used, a callback can be sent again. Its address holds a code, or a token, and is not repeated.
  const isAgain = status === 503 && exchange.request.method === 'GET' && !exchange.isFlowUsed
  const reference = failed && referenceOf(failed)
  const { details } = failureOf(reference, instance, exchange.incoming)
  const props = {
    code: reference,
    details,
    ...pageSite(instance, exchange),
    error,
    retryUrl: isAgain ? THIS_PAGE : retryUrl,
    homeUrl: exchange.origin + instance.home,
  }
  const holdsToken = 'code' in exchange.query || 'token' in exchange.query
  return page((nonce) => renderErrorPage({ ...props, nonce }).html, {
    status,
    holdsToken,
    language: props.language,
  })
}

function signInUrl({ spec, basePath }: RouteCapabilities, { origin, callbackUrl }: RouteExchange): string {
  return withQuery(origin + (spec.pages.signIn ?? `${basePath}/signin`), { callbackUrl })
}

/**
 * Names the limit and when to retry. A name is kept to letters, digits, `_` and `-`,
 * which need no escaping.
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

/** The methods whose responses a browser shows. */
const shows: ReadonlySet<string> = new Set(['GET', 'POST'])

/** The response to a request without a route: a page for a browser, else one line of JSON. */
export async function noRoute(
  problem: Unavailable,
  incoming: Incoming,
  instance: RouteCapabilities,
): Promise<ResponseData> {
  const data = unavailable(problem)
  if (!shows.has(incoming.method) || !expectsPage(incoming)) return data
  const exchange = openServerExchange(incoming.request(), instance)
  const { renderErrorPage } = await import('../pages/error-page.js')
  const { pages } = instance.spec
  const props = {
    ...pageSite(instance, exchange),
    error: 'NotFound',
    retryUrl: exchange.origin + (pages.signIn ?? `${instance.basePath}/signin`),
    homeUrl: exchange.origin + instance.home,
  }
  const { status } = problem
  const { allow } = data.headers
  return toResponseData(
    page((nonce) => renderErrorPage({ ...props, nonce }).html, { status, language: props.language }),
    exchange,
    allow === undefined ? {} : { allow },
  )
}

/**
 * The response where the configuration, or the request itself, is too broken for a route.
 *
 * @param options - As far as they are known.
 * @param homeUrl - The path of the application's first page.
 */
export async function unusable(
  error: unknown,
  incoming: Incoming,
  options: AuthOptions,
  homeUrl: string,
  memory: FailureMemory,
): Promise<ResponseData> {
  const failed = asError(error)
  report(failed, createLogger(options))
  rememberFailure(failed, memory)
  const { reference, details } = failureOf(referenceOf(failed), memory, incoming)
  return unavailablePage(statusOf(error), incoming, { options, homeUrl, code: reference, details })
}

interface UnavailablePageProps {
  readonly options: AuthOptions
  readonly homeUrl: string
  readonly code: string | undefined
  readonly details: string | undefined
}

function statusOf(error: unknown): 400 | 413 | 421 | 500 {
  if (error instanceof BodyTooLarge) return 413
  if (error instanceof InvalidRequest) return 400
  return error instanceof UntrustedHost ? 421 : 500
}

const errors: Readonly<Record<Exclude<Unavailable['status'], 404 | 405 | 503>, PageError>> = {
  400: 'InvalidRequest',
  413: 'InvalidRequest',
  421: 'UntrustedHost',
  500: 'Configuration',
}

/**
 * The response to a request that failed before its site was known: a page for a browser, else
 * one line of JSON. The page names no host, and its one link is a path.
 */
async function unavailablePage(
  status: keyof typeof errors,
  incoming: Incoming,
  { options, ...shown }: UnavailablePageProps,
): Promise<ResponseData> {
  const data = unavailable({ status })
  if (!expectsPage(incoming)) return data
  const language = languageChoice(options, incoming, createLogger(options))
  const { renderErrorPage } = await import('../pages/error-page.js')
  const props = { ...shown, theme: options.theme ?? {}, language, error: errors[status] }
  const result = page((nonce) => renderErrorPage({ ...props, nonce }).html, { status, language })
  const { headers, body } = pageContent(result, false)
  return {
    ...data,
    headers: { ...headers, 'cache-control': data.headers['cache-control'] as string },
    body,
  }
}

/** The page that shows an error: the sign-in page where a retry helps, else the error page. */
export function errorPageUrl(
  error: Error,
  { spec, basePath }: Pick<RouteCapabilities, 'spec' | 'basePath'>,
  exchange: Pick<RouteExchange, 'origin' | 'callbackUrl'>,
): string {
  const shown = isClientError(error) ? error.type : 'Configuration'
  const code =
    error instanceof CredentialsSignin || error instanceof WebAuthnVerificationError ? error.code : undefined
  const reference = referenceOf(error)
  if (error instanceof AuthError && error.kind === 'signIn') {
    const { callbackUrl } = exchange
    const signIn = exchange.origin + (spec.pages.signIn ?? `${basePath}/signin`)
    return withQuery(signIn, { error: shown, code, callbackUrl, reference })
  }
  return withQuery(exchange.origin + (spec.pages.error ?? `${basePath}/error`), { error: shown, reference })
}

/** `GET /error`: says what went wrong and what to do next. */
export async function errorPage({ instance, exchange }: RouteContext): Promise<RouteResult> {
  const { pages } = instance.spec
  const error = textParam(exchange.query, 'error')
  if (pages.error) return redirect(withQuery(exchange.origin + pages.error, { error }))
  const { showErrorPage } = await import('./built-in-pages.js')
  return showErrorPage(error, instance, exchange)
}
