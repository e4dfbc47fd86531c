import type { RouteResult } from './http/result.js'
import type { App, Exchange } from './lifetimes.js'

/** What a route works with. `providerId` is the second segment of its path. */
export interface RouteContext {
  readonly app: App
  readonly exchange: Exchange
  readonly providerId: string | undefined
}

/** One method of a route. */
export type RouteHandler = (context: RouteContext) => Promise<RouteResult>

/** A path below the base path, such as `/auth/session`, or `/auth/callback/github` with the id of a provider. */
export interface Route {
  readonly provider: 'none' | 'optional' | 'required'
  readonly GET?: RouteHandler
  readonly POST?: RouteHandler
}

/** The routes of a configuration, by the first segment of their path. */
export type Routes = Readonly<Record<string, Route>>

/** The route of a request. */
export interface MatchedRoute {
  /** First segment of its path below the base path. */
  readonly name: string
  readonly providerId: string | undefined
  readonly route: Route
}
