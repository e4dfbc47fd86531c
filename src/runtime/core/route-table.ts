import type { App, Feature, MatchedRoute, Routes } from './lifetimes.js'
import { coreRoutes } from './routes/core-routes.js'

/** The routes of the core and of features, by the first segment of their path. */
export function routesOf(features: readonly Feature[]): Routes {
  return Object.assign({}, coreRoutes, ...features.map(({ routes }) => routes))
}

/** The routes of an app. */
export function appRoutes({ features }: App): Routes {
  return routesOf(features)
}

/**
 * The route that a path names, or `undefined`. The base path is compared as a string; segments are
 * compared exactly, without decoding, so that no path has two spellings.
 */
export function matchRoute(pathname: string, basePath: string, routes: Routes): MatchedRoute | undefined {
  if (!pathname.startsWith(`${basePath}/`)) return undefined
  const [name = '', providerId, ...others] = pathname.slice(basePath.length + 1).split('/')
  const route = Object.hasOwn(routes, name) ? routes[name] : undefined
  if (!route || others.length > 0) return undefined
  if (providerId === undefined) return route.provider === 'required' ? undefined : { name, providerId, route }
  return route.provider === 'none' || providerId === '' ? undefined : { name, providerId, route }
}
