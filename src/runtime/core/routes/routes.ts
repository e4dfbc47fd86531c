import { unusableProviders } from '../config/unusable-providers.js'
import { json, type RouteResult } from '../http/route-result.js'
import type { RouteContext } from '../route.js'
import { readSession } from '../sessions/read-session.js'
import { checkedUpdate } from '../sessions/session-update.js'
import { requireCsrf } from './csrf.js'
import { unknownProvider, WrongMethod } from './route-errors.js'

/* Loaded on first use: see `loadRoutes`. */

export { endTokenSession } from '../sessions/end-sealed-session.js'
export { RejectedTokens } from '../sessions/rejected-tokens.js'
export { repeatedCookies } from '../sessions/repeated-cookies.js'
export { startTokenSession } from '../sessions/start-sealed-session.js'
export { agreement, compareSecrets } from './compare-secrets.js'
export { csrf } from './csrf.js'
export { addResponse, errorPage, failure, noRoute, unusable } from './error-response.js'
export { signInPage, startSignIn } from './sign-in.js'
export { signOut, signOutPage } from './sign-out.js'

export async function updateSession({ app, exchange }: RouteContext): Promise<RouteResult> {
  await requireCsrf(exchange)
  const update = () => checkedUpdate(exchange.body['data'], app)
  const session = await readSession(exchange, { update })
  if (session !== undefined) return json(session)
  exchange.site.sessions.clearUnusable(exchange)
  return json(null, 401)
}

export async function providers({ app, exchange }: RouteContext): Promise<RouteResult> {
  const base = exchange.origin + app.basePath
  const usable = [...app.providers.values()].filter(({ id }) => !app.get(unusableProviders).has(id))
  const entries = usable.map(({ id, name, type }) => [
    id,
    { id, name, type, signinUrl: `${base}/signin/${id}`, callbackUrl: `${base}/callback/${id}` },
  ])
  return json(Object.fromEntries(entries))
}

export async function callback(context: RouteContext): Promise<RouteResult> {
  const { app, exchange, providerId = '' } = context
  const provider = app.providers.get(providerId)
  if (!provider) throw unknownProvider(providerId, app)
  const flow = await app.flowOf(provider)
  const { callbackMethods } = flow
  const { method } = exchange.incoming
  if (!callbackMethods.some((each) => each === method)) throw new WrongMethod(provider.id, callbackMethods)
  return flow.callback(provider, context)
}
