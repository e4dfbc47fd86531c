import { AuthError } from '../../errors.js'
import type { Feature } from './feature.js'
import type { Incoming } from './http/incoming.js'
import type { PlainProblem } from './http/plain-error-response.js'
import { splitUrl } from './http/request-url.js'
import { json, type RouteResult } from './http/route-result.js'
import type { App } from './object-lifetimes.js'
import type { MatchedRoute, Route, RouteContext, RouteHandler, Routes } from './route.js'
import { readSession } from './sessions/read-session.js'

/** Loads the code of all other routes on first use, because most requests are for `GET /session`. */
export async function loadRoutes(): Promise<typeof import('./routes/routes.js')> {
  return import('./routes/routes.js')
}

const coreRoutes: Routes = {
  session: {
    provider: 'none',
    isSafe: true,
    GET: session,
    POST: async (context) => (await loadRoutes()).updateSession(context),
  },
  csrf: { provider: 'none', isSafe: true, GET: async (context) => (await loadRoutes()).csrf(context) },
  providers: {
    provider: 'none',
    isSafe: true,
    GET: async (context) => (await loadRoutes()).providers(context),
  },
  signin: {
    provider: 'optional',
    isSafe: true,
    GET: async (context) => (await loadRoutes()).signInPage(context),
    POST: async (context) => (await loadRoutes()).startSignIn(context),
  },
  callback: {
    provider: 'required',
    GET: async (context) => (await loadRoutes()).callback(context),
    POST: async (context) => (await loadRoutes()).callback(context),
  },
  signout: {
    provider: 'none',
    isSafe: true,
    GET: async (context) => (await loadRoutes()).signOutPage(context),
    POST: async (context) => (await loadRoutes()).signOut(context),
  },
  error: {
    provider: 'none',
    isSafe: true,
    GET: async (context) => (await loadRoutes()).errorPage(context),
  },
}

async function session({ exchange }: RouteContext): Promise<RouteResult> {
  const current = await readSession(exchange)
  if (current !== undefined) return json(current)
  exchange.site.sessions.clearUnusable(exchange)
  return json(null)
}

export function routesOf(features: readonly Feature[]): Routes {
  const table: Record<string, Route> = { ...coreRoutes }
  for (const { name, routes = {} } of features) {
    for (const [path, route] of Object.entries(routes)) {
      if (Object.hasOwn(table, path))
        throw new AuthError(
          `The feature '${name}' has the route '/${path}', which exists already. Rename its route.`,
        )
      table[path] = route
    }
  }
  return table
}

export function findHandler(
  { method, url }: Pick<Incoming, 'method' | 'url'>,
  app: App,
): { readonly matched: MatchedRoute; readonly handler: RouteHandler } | PlainProblem {
  const matched = appRoute(splitUrl(url).path, app)
  if (!matched) return { status: 404 }
  const { GET, POST, isSafe } = matched.route
  const HEAD = isSafe && GET
  const handler = method === 'GET' ? GET : method === 'HEAD' ? HEAD : method === 'POST' ? POST : undefined
  if (handler) return { matched, handler }
  const allow = [GET && 'GET', HEAD && 'HEAD', POST && 'POST'].filter((each) => each !== undefined)
  return { status: 405, allow }
}

/**
 * Finds the route of a path. Core routes come first: most requests then do not need the table with the routes
 * of features.
 */
export function appRoute(path: string, app: App, basePath = app.basePath): MatchedRoute | undefined {
  return matchRoute(path, basePath, coreRoutes) ?? matchRoute(path, basePath, app.get(appRoutes))
}

function appRoutes({ features }: App): Routes {
  return routesOf(features)
}

/**
 * Finds the route of a path in a table. Segments are compared exactly, without decoding, so each path has
 * only one spelling.
 */
export function matchRoute(pathname: string, basePath: string, routes: Routes): MatchedRoute | undefined {
  if (!pathname.startsWith(`${basePath}/`)) return undefined
  const [name = '', providerId, ...others] = pathname.slice(basePath.length + 1).split('/')
  const route = Object.hasOwn(routes, name) ? routes[name] : undefined
  if (!route || others.length > 0) return undefined
  if (providerId === undefined) return route.provider === 'required' ? undefined : { name, providerId, route }
  return route.provider === 'none' || providerId === '' ? undefined : { name, providerId, route }
}
