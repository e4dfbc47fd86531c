import { signOutTo } from '../core/login/sign-out.js'
import { targetAfter } from './destinations.js'
import type { ServerCall } from './server-call.js'

/** What a sign-out on the server gets. */
export interface SignOutOptions {
  /** Where to go afterwards: a path of the site. Default: what the conventions of the framework say. */
  readonly redirectTo?: string | undefined
  /** Whether to sign out at the provider, too. Default: what the option `signOut` says. */
  readonly provider?: boolean | undefined
}

/** Ends the session that a request carries, and returns where to go. Throws `SignOutError` when it is still valid afterwards. */
export async function signOutOnServer(
  { redirectTo, provider }: SignOutOptions,
  call: ServerCall,
): Promise<string> {
  const { app, exchange } = call
  const target = targetAfter('sign-out', redirectTo, call) ?? app.home
  const url = await app.callbacks.redirect(target, exchange.origin)
  return signOutTo(url, provider, app, exchange)
}
