import type { AuthSpec } from '../builder/spec.js'
import { UnknownAction } from '../errors.js'
import { type Awaitable, isPromise } from '../model/awaitable.js'
import type { RawResponse } from '../model/raw-response.js'
import { asError } from './base/as-error.js'
import type { Instance } from './compile.js'
import { asOAuthProvider } from './flows/oauth/provider.js'
import { type Action, actions, matchRoute, type Route } from './http/actions.js'
import { keepWithinBudget } from './http/cookie-budget.js'
import { type Exchange, type Incoming, openExchange } from './http/exchange.js'
import { splitUrl } from './http/origin.js'
import { report } from './http/report.js'
import { COMMON_HEADERS, pageContent, toResponse, toResponseData } from './http/response.js'
import { json, PRIVATE, type ResponseData, type RouteResult } from './http/result.js'
import type { Unavailable } from './http/unavailable.js'
import type { FailureMemory } from './routes/failure-details.js'
import { type RouteContext, type RouteHandler, unknownProvider, wrongMethod } from './routes/route-context.js'
import { readSession } from './sessions/session-strategy.js'

const webauthnOptions: RouteHandler = async (context) =>
  (await import('./routes/webauthn.js')).webauthnOptions(context)

const authorizationEndpoint: RouteHandler = async (context) =>
  (await import('./routes/local-server.js')).authorizationEndpoint(context)

/** The route of each action, by method. Pages and flows are loaded when the first request needs them. */
const routes: Readonly<Record<Action, Partial<Record<'GET' | 'POST', RouteHandler>>>> = {
  account: {
    GET: async (context) => (await import('./routes/account-page.js')).accountPage(context),
    POST: async (context) => (await import('./routes/account.js')).changeAccount(context),
  },
  session: { GET: session, POST: updateSession },
  csrf: { GET: async (context) => (await import('./routes/csrf.js')).csrf(context) },
  providers: { GET: providers },
  callback: { GET: callback, POST: callback },
  signin: {
    GET: async (context) => (await import('./routes/sign-in.js')).signInPage(context),
    POST: async (context) => (await import('./routes/sign-in.js')).startSignIn(context),
  },
  signout: {
    GET: async (context) => (await import('./routes/sign-out.js')).signOutPage(context),
    POST: async (context) => (await import('./routes/sign-out.js')).signOut(context),
  },
  'backchannel-logout': {
    POST: async (context) => (await import('./routes/provider-logout.js')).backchannelLogout(context),
  },
  'signed-out': {
    GET: async (context) => (await import('./routes/provider-logout.js')).signedOut(context),
  },
  error: { GET: async (context) => (await import('./routes/error-response.js')).errorPage(context) },
  'verify-request': {
    GET: async (context) => (await import('./routes/email.js')).verifyRequestPage(context),
  },
  'webauthn-options': { GET: webauthnOptions, POST: webauthnOptions },
  dev: { GET: authorizationEndpoint, POST: authorizationEndpoint },
}

/** `GET /session`: the session, or `null`. */
async function session({ exchange }: RouteContext): Promise<RouteResult> {
  const shown = await readSession(exchange)
  if (shown !== undefined) return json(shown)
  exchange.context.sessions.clearUnusable(exchange)
  return json(null)
}

/** `POST /session`: changes the session by what the browser sent; it needs one to change. */
async function updateSession({ instance, exchange }: RouteContext): Promise<RouteResult> {
  const { requireCsrf } = await import('./routes/csrf.js')
  await requireCsrf(exchange)
  const update = async () => {
    const { checkedUpdate } = await import('./sessions/session-update.js')
    return checkedUpdate(exchange.body['data'], instance)
  }
  const shown = await readSession(exchange, { update })
  if (shown !== undefined) return json(shown)
  exchange.context.sessions.clearUnusable(exchange)
  return json(null, 401)
}

/** `GET /providers`: the providers and where to sign in with each. */
async function providers({ instance, exchange }: RouteContext): Promise<RouteResult> {
  const base = exchange.origin + instance.basePath
  const entries = [...instance.providers.values()].map(({ id, name, type }) => [
    id,
    { id, name, type, signinUrl: `${base}/signin/${id}`, callbackUrl: `${base}/callback/${id}` },
  ])
  return json(Object.fromEntries(entries))
}

/** `GET|POST /callback/:provider`: where a flow comes back to. Each kind of flow is loaded on first use. */
async function callback(context: RouteContext): Promise<RouteResult> {
  const { instance, exchange, providerId } = context
  const provider = instance.providers.get(providerId ?? '')
  if (!provider) throw unknownProvider(providerId, instance)
  const oauthProvider = asOAuthProvider(provider)
  if (oauthProvider) return (await import('./routes/oauth-callback.js')).oauthCallback(oauthProvider, context)
  if (provider.type === 'email') return (await import('./routes/email.js')).emailCallback(provider, context)
  if (exchange.request.method !== 'POST') throw wrongMethod(provider.id)
  if (provider.type === 'webauthn') {
    return (await import('./routes/webauthn.js')).webauthnCallback(provider, context)
  }
  if (provider.type !== 'credentials') throw wrongMethod(provider.id)
  return (await import('./routes/credentials-callback.js')).credentialsCallback(provider, context)
}

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
    const { unusable } = await import('./routes/error-response.js')
    return unusable(error, incoming, spec?.options ?? {}, instances.homeOf(spec), instances.memory)
  }
}

async function dispatch(incoming: Incoming, instance: Instance): Promise<ResponseData> {
  const found = findHandler(incoming, instance)
  if ('status' in found) {
    const { noRoute } = await import('./routes/error-response.js')
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
function findHandler(
  { method, url }: Pick<Incoming, 'method' | 'url'>,
  { basePath }: Instance,
): { readonly route: Route; readonly handler: RouteHandler } | Unavailable {
  const route = matchRoute(splitUrl(url).path, basePath)
  if (!route) return { status: 404 }
  const { action } = route
  const handler = Object.hasOwn(routes[action], method) ? routes[action][method as 'GET' | 'POST'] : undefined
  return handler ? { route, handler } : { status: 405, allow: actions[action].methods }
}

/** Handles a request to one of the routes, and returns data. Errors are reported and thrown. */
export async function handleRaw(request: Incoming, instances: Instances): Promise<RawResponse> {
  const instance = await instances.of(await instances.specFor(request), request)
  const found = findHandler(request, instance)
  if ('status' in found) {
    throw new UnknownAction(`No route at this address accepts ${request.method}.`)
  }
  const exchange = await openExchange(request, instance)
  try {
    return toRawResponse(
      await found.handler({ instance, exchange, providerId: found.route.providerId }),
      exchange,
    )
  } catch (error) {
    report(asError(error), instance.logger)
    throw error
  }
}

/** The same as data, for those who make the response themselves. */
function toRawResponse(result: RouteResult, exchange: Exchange): RawResponse {
  keepWithinBudget(exchange, exchange.context.cookies)
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
      const content = pageContent(result, exchange.context.secure)
      for (const [name, value] of Object.entries(content.headers)) headers.set(name, value)
      headers.set('cache-control', PRIVATE)
      return { status: result.status, body: content.body, headers, cookies }
    }
    default:
      return result satisfies never
  }
}
