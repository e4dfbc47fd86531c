import { endSession } from '../sessions/end-session.js'
import { targetAfter } from './redirects.js'
import type { ServerCall } from './server-call.js'

/** Ends the session that a request carries. Throws `SignOutError` when it is still alive afterwards. */
export async function signOutOnServer(redirectTo: string | undefined, call: ServerCall): Promise<string> {
  const { instance, exchange } = call
  const target = targetAfter('sign-out', redirectTo, call) ?? instance.home
  const url = await instance.callbacks.redirect(target, exchange.origin)
  await endSession({ instance, exchange })
  return url
}
