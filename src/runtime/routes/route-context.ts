import { InvalidProvider, UnknownAction } from '../../errors.js'
import type { Log } from '../config/logger.js'
import type { Paths } from '../config/mount.js'
import type { EmailCapabilities, EmailCookieContext } from '../flows/email/pending-mail.js'
import type { FlowCookieContext, OAuthCapabilities } from '../flows/oauth/capabilities.js'
import type { CeremonyCookieContext, WebAuthnCapabilities } from '../flows/webauthn/relying-party.js'
import type { Exchange, Origins } from '../http/exchange.js'
import { markClientError } from '../http/report.js'
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

/** Longest id that is repeated, in characters: a client can send one as long as a URL may be. */
const MAX_ID = 64

/** The error for the id of no provider, or of one that does not support the request. */
export function unknownProvider(
  id: string | undefined,
  { providers }: Pick<RouteCapabilities, 'providers'>,
  kind: 'provider' | 'WebAuthn provider' = 'provider',
): InvalidProvider {
  const known = [...providers.keys()].map((known) => `'${known}'`).join(', ')
  const asked = String(id)
  const shown = asked.length > MAX_ID ? `${asked.slice(0, MAX_ID)}…` : asked
  return markClientError(
    new InvalidProvider(`There is no ${kind} '${shown}': the configuration has ${known}.`, {
      cause: { provider: shown },
    }),
  )
}
