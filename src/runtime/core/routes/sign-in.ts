import { textParam } from '../http/params.js'
import { withQuery } from '../http/redirects.js'
import { type RouteResult, redirect } from '../http/result.js'
import type { RouteContext } from '../lifetimes.js'
import { flowData } from '../login/identity.js'
import { keepChoice } from '../sessions/remember.js'
import { requireCsrf } from './csrf.js'
import { unknownProvider } from './route-errors.js'

/** `POST /signin/:provider`: starts a sign-in with the provider. */
export async function startSignIn(context: RouteContext): Promise<RouteResult> {
  const { app, exchange, providerId } = context
  const callbackUrl = await app.callbacks.redirect(exchange.body['callbackUrl'], exchange.origin)
  exchange.callbackUrl = callbackUrl
  await requireCsrf(exchange)
  if (app.spec.session.remember) keepChoice(exchange)
  const provider = providerId === undefined ? undefined : app.providers.get(providerId)
  if (providerId !== undefined && !provider) throw unknownProvider(providerId, app)
  const data = await flowData(exchange.body['state'], app)
  const flow = provider && (await app.flowOf(provider))
  if (provider && flow?.start) return flow.start(provider, { callbackUrl, data }, context)
  return redirect(withQuery(`${exchange.origin}${app.basePath}/signin`, { callbackUrl }))
}

/** `GET /signin`: the page with all providers, the application's own where it has one. */
export async function signInPage({ app, exchange, providerId }: RouteContext): Promise<RouteResult> {
  const { pages } = app.spec
  const callbackUrl = await app.callbacks.redirect(exchange.query['callbackUrl'], exchange.origin)
  const error = textParam(exchange.query, 'error')
  const code = textParam(exchange.query, 'code')
  if (pages.signIn || providerId !== undefined) {
    const own = exchange.origin + (pages.signIn ?? `${app.basePath}/signin`)
    return redirect(withQuery(own, { callbackUrl, error, code }))
  }
  return (await app.pages()).signIn({ callbackUrl, error, status: 200 }, app, exchange)
}
