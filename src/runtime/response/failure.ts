import {
  AdapterError,
  AuthError,
  CredentialsSignin,
  InvalidRequest,
  isClientError,
  MissingCSRF,
} from '../../errors.js'
import type { Instance } from '../instance/instance.js'
import type { Route } from '../request/actions.js'
import type { Exchange } from '../request/exchange.js'
import { withQuery } from '../with-query.js'
import { json, page, type RouteResult, redirect } from './result.js'
import { toResponse } from './to-response.js'

/** Answers a request that failed. The log says why; the visitor is told what they may know and can do. */
export async function failure(
  error: Error,
  route: Route,
  instance: Instance,
  exchange: Exchange,
): Promise<Response> {
  instance.logger.error(error)
  return toResponse(await resultOf(error, route, instance, exchange), exchange, retryLater(error))
}

async function resultOf(
  error: Error,
  { action }: Route,
  instance: Instance,
  exchange: Exchange,
): Promise<RouteResult> {
  if (error instanceof MissingCSRF) return refused(error, instance, exchange)
  if (error instanceof InvalidRequest) return json({ message: error.message }, 400)
  // A script that reads the session cannot follow a redirect to a page; its session is not ended either.
  if (action === 'session')
    return json({ message: 'The session could not be read.' }, isDown(error) ? 503 : 500)
  return redirect(pageFor(error, instance, exchange))
}

function retryLater(error: Error): HeadersInit {
  return isDown(error) ? { 'retry-after': '5' } : {}
}

function isDown(error: unknown): boolean {
  if (error instanceof AdapterError) return true
  return error instanceof AuthError && isDown(error.cause?.err)
}

/** A request that another site may have sent is refused on the spot: nothing is done, nobody is sent anywhere. */
async function refused(error: AuthError, instance: Instance, exchange: Exchange): Promise<RouteResult> {
  const url = pageFor(error, instance, exchange)
  if (!exchange.request.headers.get('accept')?.includes('text/html')) return json({ url }, 403)
  const { renderErrorPage } = await import('../pages/error-page.js')
  const { theme = {} } = instance.spec.options
  const props = {
    theme,
    host: exchange.url.host,
    error: error.type,
    retryUrl: url,
    homeUrl: `${exchange.origin}/`,
  }
  return page((nonce) => renderErrorPage({ ...props, nonce }).html, { status: 403 })
}

/** The page that tells of an error: the sign-in page where trying again helps, else the error page. */
function pageFor(error: Error, { spec, basePath }: Instance, exchange: Exchange): string {
  const shown = isClientError(error) ? error.type : 'Configuration'
  const code = error instanceof CredentialsSignin ? error.code : undefined
  if (error instanceof AuthError && error.kind === 'signIn') {
    const { callbackUrl } = exchange
    const signIn = exchange.origin + (spec.pages.signIn ?? `${basePath}/signin`)
    return withQuery(signIn, { error: shown, code, callbackUrl })
  }
  return withQuery(exchange.origin + (spec.pages.error ?? `${basePath}/error`), { error: shown })
}
