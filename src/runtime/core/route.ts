import type { RouteResult } from './http/route-result.js'
import type { App, Exchange } from './object-lifetimes.js'

/** `providerId` is the second path segment. */
export interface RouteContext {
  readonly app: App
  readonly exchange: Exchange
  readonly providerId: string | undefined
}

export type RouteHandler = (context: RouteContext) => Promise<RouteResult>

/** A path below the base path, such as `/auth/session`, or `/auth/callback/github` with the id of a provider. */
export interface Route {
  readonly provider: 'none' | 'optional' | 'required'
  /**
   * Whether GET is a safe method of this route. HEAD then has the same response without its body.
   *
   * @see https://www.rfc-editor.org/rfc/rfc9110.html#section-9.2.1
   * @see https://www.rfc-editor.org/rfc/rfc9110.html#section-9.3.2
   */
  readonly isSafe?: true
  readonly GET?: RouteHandler
  readonly POST?: RouteHandler
}

/** Maps the first path segment below the base path to its route. */
export type Routes = Readonly<Record<string, Route>>

export interface MatchedRoute {
  readonly name: string
  readonly providerId: string | undefined
  readonly route: Route
}
