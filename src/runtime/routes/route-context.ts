import { UnknownAction } from '../../errors.js'
import type { Instance } from '../compile.js'
import type { Exchange } from '../http/exchange.js'
import type { RouteResult } from '../http/result.js'

/** What a route works with. `providerId` is the second segment of its path. */
export interface RouteContext {
  readonly instance: Instance
  readonly exchange: Exchange
  readonly providerId: string | undefined
}

/** One action for one method. */
export type RouteHandler = (context: RouteContext) => Promise<RouteResult>

/** A callback was called in a way that its provider's flow does not use. */
export function wrongMethod(id: string): UnknownAction {
  return new UnknownAction(`The callback of the provider '${id}' does not accept this method.`)
}
