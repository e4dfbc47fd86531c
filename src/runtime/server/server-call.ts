import type { Instance } from '../compile.js'
import type { Incoming } from '../http/incoming.js'
import type { RouteExchange } from '../routes/route-context.js'

/** How a framework's calls differ from those of others. */
export interface Conventions {
  /**
   * Where a call leads that names no target: the first page of the application, the page that the browser is on, or, for a sign-in on
   * a page that was led to, where `callbackUrl` in the address of that page says.
   */
  readonly returnTo: 'home' | 'page' | 'callbackUrl'
  /** What a sign-in with a provider that the configuration does not have leads to. */
  readonly unknownProvider: 'error' | 'sign-in page'
  /** Rewrites an address of the application as the framework writes it. */
  readonly rewrite?: ((url: string, origin: string) => string) | undefined
}

/** A call on the server: the request that it is made for, and what is compiled for the configuration of that request. */
export interface ServerCall {
  readonly incoming: Incoming
  readonly instance: Instance
  readonly exchange: RouteExchange
  readonly conventions: Conventions
}
