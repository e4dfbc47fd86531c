import { signInPath } from '../config/mount.js'
import { textParam } from '../http/params.js'
import { withQuery } from '../http/redirects.js'
import { type RouteResult, redirect } from '../http/route-result.js'
import { flowData } from '../login/identity.js'
import { siteTypedAddress } from '../login/typed-address.js'
import type { RouteContext } from '../route.js'
import { keepChoice } from '../sessions/remember-cookie.js'
import { requireCsrf } from './csrf.js'
import { unknownProvider } from './route-errors.js'

/** The second sign-in page has this path segment in the place of a provider id. */
const CONTINUE = 'continue'

export async function startSignIn(context: RouteContext): Promise<RouteResult> {
  const { app, exchange, providerId } = context
  const callbackUrl = await app.callbacks.redirect(exchange.body['callbackUrl'], exchange.origin)
  exchange.callbackUrl = callbackUrl
  await requireCsrf(exchange)
  if (isContinued(context)) return continueSignIn(callbackUrl, context)
  if (app.spec.session.remember) keepChoice(exchange)
  const provider = providerId === undefined ? undefined : app.providers.get(providerId)
  if (providerId !== undefined && !provider) throw unknownProvider(providerId, app)
  const data = await flowData(exchange.body['state'], app)
  const flow = provider && (await app.flowOf(provider))
  if (provider && flow?.start) return flow.start(provider, { callbackUrl, data }, context)
  return redirect(withQuery(`${exchange.origin}${app.basePath}/signin`, { callbackUrl }))
}

/**
 * Whether the path is that of the second sign-in page. A provider with the id `continue` takes precedence.
 */
function isContinued({ app, providerId }: RouteContext): boolean {
  return providerId === CONTINUE && !app.providers.has(CONTINUE)
}

/** Stores the e-mail address and redirects to the second sign-in page. Does not look up the user. */
async function continueSignIn(callbackUrl: string, { app, exchange }: RouteContext): Promise<RouteResult> {
  await exchange.site.get(siteTypedAddress).keep(textParam(exchange.body, 'email') ?? '', exchange)
  return redirect(withQuery(`${exchange.origin}${app.basePath}/signin/${CONTINUE}`, { callbackUrl }))
}

/**
 * Handles `GET /signin`, and `GET /signin/continue` for the second page if the first page has only an e-mail
 * field.
 */
export async function signInPage(context: RouteContext): Promise<RouteResult> {
  const { app, exchange, providerId } = context
  const { pages } = app.spec
  const callbackUrl = await app.callbacks.redirect(exchange.query['callbackUrl'], exchange.origin)
  const error = textParam(exchange.query, 'error')
  const code = textParam(exchange.query, 'code')
  const continued = isContinued(context)
  if (pages.signIn || (providerId !== undefined && !continued)) {
    return redirect(withQuery(exchange.origin + signInPath(app), { callbackUrl, error, code }))
  }
  return (await app.pages()).signIn(
    { callbackUrl, error, status: 200, isContinued: continued },
    app,
    exchange,
  )
}
