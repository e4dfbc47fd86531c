import { InvalidProvider } from '../../errors.js'
import type { Instance } from '../compile.js'
import { asOAuthProvider, type ReadyOAuthProvider } from '../flows/oauth/provider.js'
import type { Incoming } from '../http/exchange.js'
import { type RouteExchange, unknownProvider } from '../routes/route-context.js'

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

/** The provider with accounts and tokens that a call names. */
export function oauthProvider(id: string, instance: Instance): ReadyOAuthProvider {
  const provider = instance.providers.get(id)
  if (!provider) throw unknownProvider(id, instance)
  const ready = asOAuthProvider(provider)
  if (ready) return ready
  throw new InvalidProvider(`The provider '${id}' has no tokens: it is of type '${provider.type}'.`)
}
