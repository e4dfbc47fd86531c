import { UnknownAction } from '../../errors.js'
import type { Log } from '../config/logger.js'
import type { Paths } from '../config/mount.js'
import type { EmailCapabilities, EmailCookieContext } from '../flows/email/capabilities.js'
import type { FlowCookieContext, OAuthCapabilities } from '../flows/oauth/capabilities.js'
import type { CeremonyCookieContext, WebAuthnCapabilities } from '../flows/webauthn/capabilities.js'
import type { Exchange, Origins } from '../http/exchange.js'
import type { RouteResult } from '../http/result.js'
import type { FailedFormCookieContext } from '../pages/failed-form.js'
import type { FailureMemory } from './failure-details.js'

/** The cookies of every flow and page. */
export interface RouteCookieContext
  extends EmailCookieContext,
    FlowCookieContext,
    CeremonyCookieContext,
    FailedFormCookieContext {
  providerSessions: FlowCookieContext['providerSessions']
}

/** A request to one of the routes. */
export type RouteExchange = Exchange<RouteCookieContext>

/** What routes need of the application: the capabilities of every flow, its paths, and its origins. */
export interface RouteCapabilities
  extends EmailCapabilities,
    OAuthCapabilities,
    WebAuthnCapabilities,
    Paths,
    FailureMemory,
    Log,
    Origins<RouteCookieContext> {}

/** What a route works with. `providerId` is the second segment of its path. */
export interface RouteContext {
  readonly instance: RouteCapabilities
  readonly exchange: RouteExchange
  readonly providerId: string | undefined
}

/** One action for one method. */
export type RouteHandler = (context: RouteContext) => Promise<RouteResult>

/** A callback was called in a way that its provider's flow does not use. */
export function wrongMethod(id: string): UnknownAction {
  return new UnknownAction(`The callback of the provider '${id}' does not accept this method.`)
}
