import { keepsTokensInCookie } from '../../core/config/settings.js'
import { textParam } from '../../core/http/params.js'
import { type RouteResult, redirect } from '../../core/http/route-result.js'
import type { App, Exchange } from '../../core/object-lifetimes.js'
import type { RouteContext } from '../../core/route.js'
import { siteProviderSessions } from '../oauth/provider-sign-out-cookies.js'
import { siteTokenCookie } from '../oauth/token-cookie.js'
import { type EndedProviderSession, leaveProvider } from './provider-sign-out.js'

/**
 * Returns a function that starts the sign-out at the provider. It receives the redirect target, and returns
 * the URL to redirect to.
 */
export async function beforeSignOut(
  app: App,
  exchange: Exchange,
): Promise<((target: string) => Promise<string>) | undefined> {
  const session = await sessionAtProvider(app, exchange)
  return session && ((target) => leaveProvider(session, target, app, exchange))
}

async function sessionAtProvider(
  { spec, providers, warnOnce }: App,
  exchange: Exchange,
): Promise<EndedProviderSession | undefined> {
  const { sessions } = exchange.site
  // An unreadable session cookie is ignored here, because the sign-out itself reports it.
  const key = await sessions.key(exchange).catch(() => '')
  if (key === '') return undefined
  if (spec.options.signOut) {
    const atProvider = await exchange.site.get(siteProviderSessions).find(key, exchange)
    if (!atProvider) return undefined
    const session = await sessions.find(exchange).catch(() => null)
    const tokenCookie = keepsTokensInCookie(spec) && session ? exchange.site.get(siteTokenCookie) : undefined
    return { ...atProvider, userId: session?.userId, tokens: await tokenCookie?.read(key, exchange) }
  }
  const [first, ...others] = providers.values()
  if (others.length === 0 && (first?.type === 'oauth' || first?.type === 'oidc')) {
    return { provider: first.id }
  }
  warnOnce(
    'provider-sign-out',
    "A sign-out at the provider was requested, but sessions do not store their provider. Set the option `signOut` to 'local' or 'provider'.",
  )
  return undefined
}

/**
 * Redirects the browser to the target of a sign-out. Providers redirect to this route after their sign-out.
 *
 * @see https://openid.net/specs/openid-connect-rpinitiated-1_0.html#RedirectionAfterLogout
 */
export async function signedOut({ app, exchange, providerId = '' }: RouteContext): Promise<RouteResult> {
  const { origin } = exchange
  const cookies = exchange.site.get(siteProviderSessions)
  const state = textParam(exchange.query, 'state')
  const signOut = await cookies.endSignOut({ provider: providerId, origin }, state, exchange)
  const target = signOut && (await app.callbacks.redirect(signOut.target, origin))
  return redirect(target ?? origin + app.home)
}
