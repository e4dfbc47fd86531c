import { signOutTo } from '../core/login/sign-out.js'
import { targetAfter } from './destinations.js'
import { requireSameSite } from './same-site.js'
import type { ServerCall } from './server-call.js'

export interface SignOutOptions {
  readonly redirectTo?: string | undefined
  /** Whether to sign out at the provider, too. */
  readonly provider?: boolean | undefined
}

export async function signOutOnServer(
  { redirectTo, provider }: SignOutOptions,
  call: ServerCall,
): Promise<string> {
  const { app, exchange } = call
  requireSameSite(call, '`signOut` was called in a request that a link or another site caused', 'unless off')
  const target = targetAfter('sign-out', redirectTo, call) ?? app.home
  const url = await app.callbacks.redirect(target, exchange.origin)
  return signOutTo(url, provider, app, exchange)
}
