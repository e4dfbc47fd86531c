import { InvalidProvider } from '../../errors.js'
import { setCookies } from '../cookies/cookie-exchange.js'
import { authorize } from '../flows/oauth/authorize.js'
import { endpointUrl } from '../flows/oauth/endpoints.js'
import { asOAuthProvider } from '../instance/ready-provider.js'
import { renderSignInPage } from '../pages/sign-in-page.js'
import { textParam } from '../request/params.js'
import { page, type RouteResult, redirect } from '../response/result.js'
import { withQuery } from '../with-query.js'
import { requireCsrf } from './require-csrf.js'
import type { RouteContext } from './route-context.js'
import { signInOptions } from './sign-in-options.js'

/** Parameters of the authorization request that a visitor may choose: they change what the provider shows. */
const VISITOR_PARAMS = ['display', 'login_hint', 'prompt', 'ui_locales'] as const

/** `GET /signin`: the page with all providers, the application's own where it has one. */
export async function signInPage(context: RouteContext): Promise<RouteResult> {
  const { instance, exchange, providerId } = context
  const { pages, options } = instance.spec
  const callbackUrl = await target(context, exchange.query['callbackUrl'])
  const error = textParam(exchange.query, 'error')
  const code = textParam(exchange.query, 'code')
  if (pages.signIn || providerId !== undefined) {
    const own = exchange.origin + (pages.signIn ?? `${instance.basePath}/signin`)
    return redirect(withQuery(own, { callbackUrl, error, code }))
  }
  const { token, cookie } = await exchange.site.csrf.current(exchange.cookies)
  if (cookie) setCookies(exchange, [cookie])
  const props = {
    theme: options.theme ?? {},
    host: exchange.url.host,
    providers: signInOptions(instance, exchange.origin),
    csrfToken: token,
    callbackUrl,
    error,
    email: textParam(exchange.query, 'login_hint'),
  }
  return page((nonce) => renderSignInPage({ ...props, nonce }), {
    status: 200,
    formOrigins: providerOrigins(instance),
  })
}

/** Where the forms of the page lead, as far as the configuration says. */
function providerOrigins({ providers }: RouteContext['instance']): string[] {
  return [...providers.values()].flatMap((provider) => {
    if (provider.type !== 'oauth' && provider.type !== 'oidc') return []
    const address = endpointUrl(provider.authorization)?.href ?? provider.issuer
    return address && URL.canParse(address) ? [new URL(address).origin] : []
  })
}

/** `POST /signin/:provider`: starts a sign-in with the provider. */
export async function startSignIn(context: RouteContext): Promise<RouteResult> {
  const { instance, exchange, providerId } = context
  const callbackUrl = await target(context, exchange.body['callbackUrl'])
  exchange.callbackUrl = callbackUrl
  await requireCsrf(exchange)
  const provider = providerId === undefined ? undefined : instance.providers.get(providerId)
  if (providerId !== undefined && !provider) {
    throw new InvalidProvider('There is no such provider.', { cause: { provider: providerId } })
  }
  const oauthProvider = provider && asOAuthProvider(provider)
  if (!oauthProvider) {
    return redirect(withQuery(`${exchange.origin}${instance.basePath}/signin`, { callbackUrl }))
  }
  const params = new URLSearchParams()
  for (const name of VISITOR_PARAMS) {
    const value = textParam(exchange.query, name)
    if (value !== undefined) params.set(name, value)
  }
  return redirect(await authorize(oauthProvider, { callbackUrl, params }, instance, exchange))
}

function target({ instance, exchange }: RouteContext, callbackUrl: unknown): Promise<string> {
  return instance.callbacks.redirect(callbackUrl, exchange.origin)
}
