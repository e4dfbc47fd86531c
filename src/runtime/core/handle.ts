import type { AuthSpec } from '../../builder/auth-spec.js'
import { AuthError, UnknownAction } from '../../errors.js'
import type { RawResponse } from '../../model/raw-response.js'
import { backgroundWork } from './background-work.js'
import { asError } from './base/as-error.js'
import { warnOfBasePath } from './base-path-warning.js'
import { openExchange } from './exchange.js'
import { report } from './http/error-report.js'
import type { Incoming } from './http/incoming.js'
import { COMMON_HEADERS, pageContent, toResponseData } from './http/response.js'
import { PRIVATE, type ResponseData, type RouteResult } from './http/route-result.js'
import { keepWithinBudget } from './http/total-cookie-size.js'
import type { Interpreter } from './interpreter.js'
import type { Exchange } from './object-lifetimes.js'
import { findHandler, loadRoutes } from './route-table.js'

export function handle(incoming: Incoming, interpreter: Interpreter): Promise<ResponseData> {
  return interpreter.host.get(backgroundWork).track(respond(incoming, interpreter))
}

async function respond(incoming: Incoming, interpreter: Interpreter): Promise<ResponseData> {
  let spec: AuthSpec | undefined
  try {
    spec = await interpreter.specFor(incoming)
    const app = await interpreter.appOf(spec, incoming)
    const found = findHandler(incoming, app)
    if ('status' in found) {
      if (found.status === 404) warnOfBasePath(incoming, app)
      return await (await loadRoutes()).noRoute(found, incoming, app)
    }
    const { matched, handler } = found
    const exchange = await openExchange(incoming, app)
    try {
      return toResponseData(await handler({ app, exchange, providerId: matched.providerId }), exchange)
    } catch (error) {
      return await (await loadRoutes()).failure(asError(error), matched, app, exchange)
    }
  } catch (error) {
    return (await loadRoutes()).unusable(error, incoming, spec?.options, interpreter.host)
  }
}

export async function explain(
  error: unknown,
  incoming: Incoming,
  { host, specFor }: Interpreter,
): Promise<void> {
  const { addResponse } = await loadRoutes()
  const spec = await Promise.resolve(specFor(incoming)).catch(() => undefined)
  await addResponse(error, incoming, spec?.options, host)
}

export function explanationOf(error: unknown): Response | undefined {
  return error instanceof AuthError
    ? (error as { readonly getResponse?: () => Response }).getResponse?.()
    : undefined
}

/**
 * Handles a request, and throws errors instead of converting them to responses. Errors of the route are also
 * logged.
 */
export function handleRaw(incoming: Incoming, interpreter: Interpreter): Promise<RawResponse> {
  return interpreter.host.get(backgroundWork).track(respondRaw(incoming, interpreter))
}

async function respondRaw(incoming: Incoming, interpreter: Interpreter): Promise<RawResponse> {
  const app = await interpreter.app(incoming)
  const found = findHandler(incoming, app)
  if ('status' in found) {
    throw new UnknownAction(`No route at this URL accepts ${incoming.method}.`)
  }
  const exchange = await openExchange(incoming, app)
  try {
    const result = await found.handler({ app, exchange, providerId: found.matched.providerId })
    return toRawResponse(result, exchange)
  } catch (error) {
    report(asError(error), app.logger)
    throw error
  }
}

function toRawResponse(result: RouteResult, exchange: Exchange): RawResponse {
  keepWithinBudget(exchange, exchange.site.cookies)
  const cookies = [...exchange.setCookies]
  const headers = new Headers({ ...COMMON_HEADERS, 'cache-control': PRIVATE })
  switch (result.kind) {
    case 'redirect':
      return { redirect: result.location, headers, cookies }
    case 'empty':
      return { status: result.status, headers, cookies }
    case 'json':
      headers.set('content-type', 'application/json')
      return { status: result.status, body: result.body, headers, cookies }
    case 'page': {
      const content = pageContent(result, exchange.site)
      for (const [name, value] of Object.entries(content.headers)) headers.set(name, value)
      headers.set('cache-control', PRIVATE)
      return { status: result.status, body: content.body, headers, cookies }
    }
  }
}
