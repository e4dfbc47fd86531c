import type { Provider } from '../../../providers/kinds/provider.js'
import { keepsTokensInCookie } from '../../core/config/settings.js'
import { addCookies, clearChunked, clearCookie } from '../../core/http/cookies.js'
import { textParam } from '../../core/http/params.js'
import { redirect } from '../../core/http/route-result.js'
import type { FinishedLogin } from '../../core/login/hooks.js'
import { flowData } from '../../core/login/identity.js'
import { linkRequest } from '../../core/login/linking-flow.js'
import type { App, Exchange } from '../../core/object-lifetimes.js'
import type { ProviderFlow } from '../../core/provider-flow.js'
import type { RouteContext } from '../../core/route.js'
import { userParams } from './allowed-authorization-params.js'
import { authorize } from './authorization-request.js'
import { siteFlows } from './flow-cookies.js'
import { oauthCallback } from './oauth-callback.js'
import { type OAuthCall, openIdOf } from './openid-extension.js'
import { asOAuthProvider } from './provider.js'
import { siteProviderSessions } from './provider-sign-out-cookies.js'
import { addRequested } from './scopes.js'
import { siteTokenCookie } from './token-cookie.js'

export const oauthFlow: ProviderFlow = {
  callbackMethods: ['GET', 'POST'],
  callback: async (provider, context) => oauthCallback(await callOf(provider, context)),
  async start(provider, { callbackUrl, data }, { app, exchange }) {
    // Read from the body, which requires a CSRF token. With the query, a link on another site could link an
    // account.
    const link = linkRequest(exchange.body['link'])
    const params = userParams((name) => textParam(exchange.query, name))
    const call = await callOf(provider, { app, exchange })
    return redirect(await authorize({ callbackUrl, params, link, data }, call))
  },
  async signIn(provider, { callbackUrl, fields, params }, app, exchange) {
    const data = await flowData(fields['state'], app)
    const link = linkRequest(fields['link'])
    const call = await callOf(provider, { app, exchange })
    await addRequested(fields, params, call)
    return authorize({ callbackUrl, params, link, data }, call)
  },
  signInMethod({ id, name = id, type, style }, { app, origin }) {
    if (type !== 'oauth' && type !== 'oidc') return undefined
    return { type, id, name, style, action: `${origin}${app.basePath}/signin/${id}` }
  },
}

async function callOf(
  configured: Provider,
  { app, exchange }: Omit<RouteContext, 'providerId'>,
): Promise<OAuthCall> {
  const provider = asOAuthProvider(configured)
  if (!provider) throw new TypeError(`The provider '${configured.id}' is not an OAuth provider.`)
  return { provider, openId: await openIdOf(provider), app, exchange }
}

export async function afterLogin(
  { identity, session, continued }: FinishedLogin,
  app: App,
  exchange: Exchange,
): Promise<void> {
  const { cookies } = exchange.site
  if (exchange.cookies.has(cookies.providerSession.name)) {
    await exchange.site.get(siteProviderSessions).move(continued, session, exchange)
  }
  // The tokens in the cookie belong to the previous session.
  addCookies(exchange, clearChunked(cookies.providerTokens, exchange.cookies))
  const type = app.providers.get(identity.provider)?.type
  if ((type !== 'oauth' && type !== 'oidc') || identity.claim.kind !== 'account') return
  // If the login continues a session, for example to link an account, the cookie still names the provider with
  // which that session started.
  if (app.spec.options.signOut && continued === undefined) {
    await exchange.site.get(siteProviderSessions).begin(session, identity, exchange)
  }
  if (keepsTokensInCookie(app.spec)) {
    await exchange.site.get(siteTokenCookie).write(session, identity.claim.link, exchange)
  }
}

export async function afterSignOut(exchange: Exchange): Promise<void> {
  const { cookies } = exchange.site
  exchange.site.get(siteFlows).clear(exchange)
  const { name, options } = cookies.providerSession
  if (exchange.cookies.has(name)) addCookies(exchange, [clearCookie(name, options)])
  addCookies(exchange, clearChunked(cookies.providerTokens, exchange.cookies))
}
