import { signOutTo } from '../core/login/sign-out.js'
import { targetAfter } from './destinations.js'
import { requireSameSite } from './same-site.js'
import type { ServerCall } from './server-call.js'

/** Parameters of a sign-out on the server. */
export interface SignOutOptions {
  /** Redirect target: a path of the site. Default: depends on the framework. */
  readonly redirectTo?: string | undefined
  /** Whether to sign out at the provider, too. Default: the option `signOut`. */
  readonly provider?: boolean | undefined
}

/**
 * Ends the session of a request, and returns the URL to redirect to. Throws `SignOutError` if the session is
 * still valid afterwards, and `MissingCSRF` for a link or a request that may come from another site.
 */
export async function signOutOnServer(
  { redirectTo, provider }: SignOutOptions,
  call: ServerCall,
): Promise<string> {
  const { app, exchange } = call
  requireSameSite(call, '`signOut` was called for a link, or for a request of another site', 'unless off')
  const target = targetAfter('sign-out', redirectTo, call) ?? app.home
  const url = await app.callbacks.redirect(target, exchange.origin)
  return signOutTo(url, provider, app, exchange)
}
