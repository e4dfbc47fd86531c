import { renderSignOutPage } from '../pages/sign-out-page.js'
import { page } from '../response/page-result.js'
import { type RouteResult, redirect } from '../response/result.js'
import { csrfToken } from './csrf-token.js'
import type { RouteContext } from './route-context.js'

/** `GET /signout`: asks whether to sign out. */
export async function signOutPage({ instance, exchange }: RouteContext): Promise<RouteResult> {
  const { pages, options } = instance.spec
  if (pages.signOut) return redirect(exchange.origin + pages.signOut)
  const callbackUrl = await instance.callbacks.redirect(exchange.query['callbackUrl'], exchange.origin)
  const token = await csrfToken(exchange)
  return page((nonce) =>
    renderSignOutPage({
      nonce,
      theme: options.theme ?? {},
      host: exchange.url.host,
      action: `${exchange.origin}${instance.basePath}/signout`,
      csrfToken: token,
      callbackUrl,
    }),
  )
}
