import { authorize, userParams } from '../flows/oauth/authorization-request.js'
import { asOAuthProvider } from '../flows/oauth/provider.js'
import { textParam } from '../http/params.js'
import { withQuery } from '../http/redirects.js'
import { type RouteResult, redirect } from '../http/result.js'
import { flowData } from '../login/identity.js'
import { linkRequest } from '../login/linking.js'
import { requireCsrf } from './csrf.js'
import { type RouteContext, unknownProvider } from './route-context.js'

/** `POST /signin/:provider`: starts a sign-in with the provider. */
export async function startSignIn(context: RouteContext): Promise<RouteResult> {
  const { instance, exchange, providerId } = context
  const callbackUrl = await instance.callbacks.redirect(exchange.body['callbackUrl'], exchange.origin)
  exchange.callbackUrl = callbackUrl
  await requireCsrf(exchange)
  if (instance.spec.session.remember) {
    const { keepChoice } = await import('../sessions/remember.js')
    keepChoice(exchange)
  }
  const provider = providerId === undefined ? undefined : instance.providers.get(providerId)
  if (providerId !== undefined && !provider) throw unknownProvider(providerId, instance)
  const data = await flowData(exchange.body['state'], instance)
  if (provider?.type === 'email') {
    return (await import('./email.js')).emailSignIn(provider, { callbackUrl, data }, context)
  }
  const oauthProvider = asOAuthProvider(provider)
  if (!oauthProvider) {
    return redirect(withQuery(`${exchange.origin}${instance.basePath}/signin`, { callbackUrl }))
  }
  // From the body, which needs the CSRF token: no link of another site links an account.
  const link = linkRequest(exchange.body['link'])
  const params = userParams((name) => textParam(exchange.query, name))
  const options = { callbackUrl, params, link, data }
  return redirect(await authorize(options, { provider: oauthProvider, instance, exchange }))
}

/** `GET /signin`: the page with all providers, the application's own where it has one. */
export async function signInPage(context: RouteContext): Promise<RouteResult> {
  const { instance, exchange, providerId } = context
  const { pages } = instance.spec
  const callbackUrl = await instance.callbacks.redirect(exchange.query['callbackUrl'], exchange.origin)
  const error = textParam(exchange.query, 'error')
  const code = textParam(exchange.query, 'code')
  if (pages.signIn || providerId !== undefined) {
    const own = exchange.origin + (pages.signIn ?? `${instance.basePath}/signin`)
    return redirect(withQuery(own, { callbackUrl, error, code }))
  }
  const { showSignInPage } = await import('./built-in-pages.js')
  return showSignInPage({ callbackUrl, error, status: 200 }, instance, exchange)
}
