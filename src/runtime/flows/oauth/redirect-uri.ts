import type { Instance } from '../../compile.js'
import type { Exchange } from '../../http/exchange.js'
import type { ReadyOAuthProvider } from './oauth-provider.js'
import { proxyCallback } from './redirect-proxy.js'

/**
 * Where the provider sends somebody back to. A flow is bound to it, and with it to the site.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749.html#section-3.1.2
 */
export function redirectUri(provider: ReadyOAuthProvider, instance: Instance, exchange: Exchange): string {
  return proxyCallback(provider, instance, exchange) ?? ownCallback(provider, instance, exchange)
}

/** The address of the callback here, whether or not the provider knows it. */
export function ownCallback(
  { id }: ReadyOAuthProvider,
  { basePath }: Instance,
  { origin }: Exchange,
): string {
  return `${origin}${basePath}/callback/${id}`
}
