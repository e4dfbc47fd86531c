import {
  type AuthError,
  InvalidEmailAddress,
  InvalidRequest,
  MissingCSRF,
  RateLimited,
  ReauthenticationRequired,
  SignOutError,
} from '../../errors.js'
import type { Route } from '../http/actions.js'
import { BodyTooLarge } from '../http/body.js'
import { textParam } from '../http/params.js'
import { withQuery } from '../http/redirects.js'
import { referenceOf, report } from '../http/report.js'
import { expectsPage, toResponseData } from '../http/response.js'
import { json, type ResponseData, type RouteResult, redirect } from '../http/result.js'
import { isDown } from '../http/unavailable.js'
import type { PageError } from '../pages/error-text.js'
import { page } from '../pages/page-headers.js'
import { pageSite } from '../pages/page-site.js'
import { errorPageUrl } from './error-page-url.js'
import { failureOf, rememberFailure } from './failure-details.js'
import type { RouteCapabilities, RouteExchange } from './route-context.js'

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
    return onTheSpot(403, 'MissingCSRF', errorPageUrl(error, instance, exchange), instance, exchange)
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
  if (error instanceof ReauthenticationRequired) return onSignInPage(403, error, route, instance, exchange)
  if (error instanceof InvalidEmailAddress) return onSignInPage(400, error, route, instance, exchange)
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
  const { showSignInPage } = await import('#pages/routes/built-in-pages')
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
  const { renderErrorPage, THIS_PAGE } = await import('#pages/pages/error-page')
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
