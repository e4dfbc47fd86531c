import { asOAuthProvider } from '../flows/oauth/provider.js'
import type { Action } from '../http/actions.js'
import { json, type RouteResult } from '../http/result.js'
import { readSession } from '../sessions/session-strategy.js'
import { type RouteContext, type RouteHandler, unknownProvider, wrongMethod } from './route-context.js'

const webauthnOptions: RouteHandler = async (context) =>
  (await import('#passkeys/routes/webauthn')).webauthnOptions(context)

const authorizationEndpoint: RouteHandler = async (context) =>
  (await import('./local-server.js')).authorizationEndpoint(context)

/** The route of each action, by method. Pages and flows are loaded when the first request needs them. */
export const routes: Readonly<Record<Action, Partial<Record<'GET' | 'POST', RouteHandler>>>> = {
  account: {
    GET: async (context) => (await import('#account-page/routes/account-page')).accountPage(context),
    POST: async (context) => (await import('#accounts/routes/account')).changeAccount(context),
  },
  session: { GET: session, POST: updateSession },
  csrf: { GET: async (context) => (await import('./csrf.js')).csrf(context) },
  providers: { GET: providers },
  callback: { GET: callback, POST: callback },
  signin: {
    GET: async (context) => (await import('./sign-in.js')).signInPage(context),
    POST: async (context) => (await import('./sign-in.js')).startSignIn(context),
  },
  signout: {
    GET: async (context) => (await import('./sign-out.js')).signOutPage(context),
    POST: async (context) => (await import('./sign-out.js')).signOut(context),
  },
  'backchannel-logout': {
    POST: async (context) => (await import('#logout/routes/provider-logout')).backchannelLogout(context),
  },
  'signed-out': {
    GET: async (context) => (await import('#logout/routes/provider-logout')).signedOut(context),
  },
  error: { GET: async (context) => (await import('./error-response.js')).errorPage(context) },
  'verify-request': {
    GET: async (context) => (await import('#email/routes/email')).verifyRequestPage(context),
  },
  'webauthn-options': { GET: webauthnOptions, POST: webauthnOptions },
  dev: { GET: authorizationEndpoint, POST: authorizationEndpoint },
}

/** `GET /session`: the session, or `null`. */
async function session({ exchange }: RouteContext): Promise<RouteResult> {
  const shown = await readSession(exchange)
  if (shown !== undefined) return json(shown)
  exchange.context.sessions.clearUnusable(exchange)
  return json(null)
}

/** `POST /session`: changes the session by what the browser sent; it needs one to change. */
async function updateSession({ instance, exchange }: RouteContext): Promise<RouteResult> {
  const { requireCsrf } = await import('./csrf.js')
  await requireCsrf(exchange)
  const update = async () => {
    const { checkedUpdate } = await import('../sessions/session-update.js')
    return checkedUpdate(exchange.body['data'], instance)
  }
  const shown = await readSession(exchange, { update })
  if (shown !== undefined) return json(shown)
  exchange.context.sessions.clearUnusable(exchange)
  return json(null, 401)
}

/** `GET /providers`: the providers and where to sign in with each. */
async function providers({ instance, exchange }: RouteContext): Promise<RouteResult> {
  const base = exchange.origin + instance.basePath
  const entries = [...instance.providers.values()].map(({ id, name, type }) => [
    id,
    { id, name, type, signinUrl: `${base}/signin/${id}`, callbackUrl: `${base}/callback/${id}` },
  ])
  return json(Object.fromEntries(entries))
}

/** `GET|POST /callback/:provider`: where a flow comes back to. Each kind of flow is loaded on first use. */
async function callback(context: RouteContext): Promise<RouteResult> {
  const { instance, exchange, providerId } = context
  const provider = instance.providers.get(providerId ?? '')
  if (!provider) throw unknownProvider(providerId, instance)
  const oauthProvider = asOAuthProvider(provider)
  if (oauthProvider) return (await import('./oauth-callback.js')).oauthCallback(oauthProvider, context)
  if (provider.type === 'email') return (await import('#email/routes/email')).emailCallback(provider, context)
  if (exchange.request.method !== 'POST') throw wrongMethod(provider.id)
  if (provider.type === 'webauthn') {
    return (await import('#passkeys/routes/webauthn')).webauthnCallback(provider, context)
  }
  if (provider.type !== 'credentials') throw wrongMethod(provider.id)
  return (await import('#credentials/routes/credentials-callback')).credentialsCallback(provider, context)
}
