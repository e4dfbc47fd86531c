import type { AuthSpec } from '../builder/spec.js'
import { InvalidRequest, UntrustedHost } from '../errors.js'
import { asError } from './as-error.js'
import type { Instance } from './instance/instance.js'
import { createLogger } from './instance/logger.js'
import { actions, matchRoute, type Route } from './request/actions.js'
import { openExchange } from './request/open-exchange.js'
import { failure } from './response/failure.js'
import { noRoute } from './response/no-route.js'
import { report } from './response/report.js'
import { toResponse } from './response/to-response.js'
import { type Unavailable, unavailable } from './response/unavailable.js'
import type { RouteHandler } from './routes/route-context.js'
import { routes } from './routes/routes.js'

/** The configuration of each request, and what was worked out for it. */
export interface Instances {
  specFor(request: Request): Promise<AuthSpec>
  of(spec: AuthSpec): Instance
}

/** Answers a request to one of the routes. Whatever goes wrong is an answer too; nothing is thrown. */
export async function handle(request: Request, instances: Instances): Promise<Response> {
  let spec: AuthSpec | undefined
  try {
    spec = await instances.specFor(request)
    return await dispatch(request, instances.of(spec))
  } catch (error) {
    report(asError(error), createLogger(spec?.options ?? {}))
    return unavailable({ status: statusOf(error) })
  }
}

async function dispatch(request: Request, instance: Instance): Promise<Response> {
  const found = findHandler(request, instance)
  if ('status' in found) return noRoute(found, request, instance)
  const { route, handler } = found
  const exchange = await openExchange(request, instance)
  try {
    return toResponse(await handler({ instance, exchange, providerId: route.providerId }), exchange)
  } catch (error) {
    return failure(asError(error), route, instance, exchange)
  }
}

/** What answers a request, or why nothing does. */
export function findHandler(
  request: Request,
  { basePath }: Instance,
): { readonly route: Route; readonly handler: RouteHandler } | Unavailable {
  const route = matchRoute(new URL(request.url).pathname, basePath)
  if (!route) return { status: 404 }
  const { action } = route
  const handler = Object.hasOwn(routes[action], request.method)
    ? routes[action][request.method as 'GET' | 'POST']
    : undefined
  return handler ? { route, handler } : { status: 405, allow: actions[action].methods }
}

/** The status of what went wrong before there was an exchange to answer. */
function statusOf(error: unknown): 400 | 421 | 500 {
  if (error instanceof InvalidRequest) return 400
  return error instanceof UntrustedHost ? 421 : 500
}
