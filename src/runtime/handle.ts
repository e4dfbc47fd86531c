import type { AuthSpec } from '../builder/spec.js'
import type { Awaitable } from '../model/awaitable.js'
import { asError } from './base/as-error.js'
import { isPromise } from './base/awaitable.js'
import type { Instance } from './compile.js'
import { actions, matchRoute, type Route } from './http/actions.js'
import { openExchange } from './http/exchange.js'
import { type Incoming, splitUrl } from './http/incoming.js'
import { toResponse, toResponseData } from './http/response.js'
import type { ResponseData } from './http/result.js'
import type { Unavailable } from './http/unavailable.js'
import type { FailureMemory } from './routes/failure-details.js'
import type { RouteHandler } from './routes/route-context.js'
import { routes } from './routes/routes.js'

/** The configuration of each request, and what was worked out for it. */
export interface Instances {
  readonly memory: FailureMemory
  specFor(incoming: Incoming | undefined): Awaitable<AuthSpec>
  /** The instance of a configuration, and of the tenant of the request where there are several. */
  of(spec: AuthSpec, incoming: Incoming | undefined): Awaitable<Instance>
  /** The path of the application's first page, also where the rest of its configuration is not known. */
  homeOf(spec: AuthSpec | undefined): string
}

/** The same as {@link handle}, as a web-standard response. */
export async function respond(incoming: Incoming, instances: Instances): Promise<Response> {
  return toResponse(await handle(incoming, instances))
}

/** Whether a URL is one of a route below a base path. */
export function isRouteUrl(url: string, basePath: string): boolean {
  return matchRoute(splitUrl(url).path, basePath) !== undefined
}

/** Handles a request to one of the routes. An error becomes a response; nothing is thrown. */
export async function handle(incoming: Incoming, instances: Instances): Promise<ResponseData> {
  let spec: AuthSpec | undefined
  try {
    const asked = instances.specFor(incoming)
    spec = isPromise(asked) ? await asked : asked
    const instance = instances.of(spec, incoming)
    return await dispatch(incoming, isPromise(instance) ? await instance : instance)
  } catch (error) {
    const { unusable } = await import('./routes/unusable.js')
    return unusable(error, incoming, spec?.options ?? {}, instances.homeOf(spec), instances.memory)
  }
}

async function dispatch(incoming: Incoming, instance: Instance): Promise<ResponseData> {
  const found = findHandler(incoming, instance)
  if ('status' in found) {
    const { noRoute } = await import('./routes/no-route.js')
    return noRoute(found, incoming, instance)
  }
  const { route, handler } = found
  const opening = openExchange(incoming, instance)
  const exchange = isPromise(opening) ? await opening : opening
  try {
    return toResponseData(await handler({ instance, exchange, providerId: route.providerId }), exchange)
  } catch (error) {
    const { failure } = await import('./routes/error-response.js')
    return failure(asError(error), route, instance, exchange)
  }
}

/** The route of a request, or why there is none. */
export function findHandler(
  { method, url }: Pick<Incoming, 'method' | 'url'>,
  { basePath }: Instance,
): { readonly route: Route; readonly handler: RouteHandler } | Unavailable {
  const route = matchRoute(splitUrl(url).path, basePath)
  if (!route) return { status: 404 }
  const { action } = route
  const handler = Object.hasOwn(routes[action], method) ? routes[action][method as 'GET' | 'POST'] : undefined
  return handler ? { route, handler } : { status: 405, allow: actions[action].methods }
}
