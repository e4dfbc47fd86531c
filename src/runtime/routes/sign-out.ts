import { withQuery } from '../http/redirects.js'
import { type RouteResult, redirect } from '../http/result.js'
import { page } from '../pages/page-headers.js'
import { renderSignOutPage, type SignOutPageProps } from '../pages/sign-out-page.js'
import { endSession } from '../sessions/end-session.js'
import { csrfToken, requireCsrf } from './csrf.js'
import type { RouteContext, RouteExchange } from './route-context.js'

/** `GET /signout`: the page that confirms a sign-out. */
export async function signOutPage({ instance, exchange }: RouteContext): Promise<RouteResult> {
  const { pages, options } = instance.spec
  const asked = exchange.query['callbackUrl']
  const callbackUrl = await instance.callbacks.redirect(asked, exchange.origin)
  if (pages.signOut) {
    const own = exchange.origin + pages.signOut
    return redirect(asked === undefined ? own : withQuery(own, { callbackUrl }))
  }
  const token = await csrfToken(exchange)
  const user = await whoIsSignedIn(exchange)
  return page(
    (nonce) =>
      renderSignOutPage({
        nonce,
        theme: options.theme ?? {},
        host: exchange.url.host,
        action: `${exchange.origin}${instance.basePath}/signout`,
        csrfToken: token,
        callbackUrl,
        user,
      }),
    { status: 200, isolated: true },
  )
}

/** The signed-in user. Signing out works, or can be tried, while the database does not respond. */
async function whoIsSignedIn(exchange: RouteExchange): Promise<SignOutPageProps['user']> {
  const live = await exchange.site.sessions.find(exchange).catch(() => null)
  if (!live) return undefined
  const { name, email } = live.strategy === 'jwt' ? live.claims : live.user
  return { name: textOrNull(name), email: textOrNull(email) }
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** `POST /signout`: ends the session, or says that it could not. */
export async function signOut(context: RouteContext): Promise<RouteResult> {
  const { instance, exchange } = context
  const location = await instance.callbacks.redirect(exchange.body['callbackUrl'], exchange.origin)
  exchange.callbackUrl = location
  await requireCsrf(exchange)
  await endSession(context)
  return redirect(location)
}
