import { keepsTokens } from '../../core/config/settings.js'
import type { App, Exchange } from '../../core/lifetimes.js'
import { siteProviderSessions } from '../oauth/provider-session.js'
import { siteTokenCookie } from '../oauth/token-cookie.js'
import { type EndedProviderSession, leaveProvider } from './provider-sign-out.js'

export { backchannelLogout, signedOut } from './provider-logout.js'

/** Finds the session at the provider before the one here ends, and returns what leads the browser there. */
export async function beforeSignOut(
  app: App,
  exchange: Exchange,
): Promise<((target: string) => Promise<string>) | undefined> {
  const session = await sessionAtProvider(app, exchange)
  return session && ((target) => leaveProvider(session, target, app, exchange))
}

/** The session at the provider that the session of a request was started with; `undefined` where none is known. */
async function sessionAtProvider(
  { spec, providers, warnOnce }: App,
  exchange: Exchange,
): Promise<EndedProviderSession | undefined> {
  const { sessions } = exchange.site
  // A cookie that cannot be read counts as absent here; the sign-out reports it.
  const key = await sessions.key(exchange).catch(() => '')
  if (key === '') return undefined
  if (spec.options.signOut) {
    const held = await exchange.site.get(siteProviderSessions).find(key, exchange)
    if (!held) return undefined
    const live = await sessions.find(exchange).catch(() => null)
    const tokens = keepsTokens(spec) && live ? exchange.site.get(siteTokenCookie) : undefined
    return { ...held, userId: live?.userId, held: await tokens?.read(key, exchange) }
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
