import { endpointUrl } from '../flows/oauth/provider.js'
import { textParam } from '../http/params.js'
import { withQuery } from '../http/redirects.js'
import { type RouteResult, redirect } from '../http/result.js'
import type { FailedForm } from '../pages/failed-form.js'
import { page } from '../pages/page-headers.js'
import { isScripted, renderSignInPage } from '../pages/sign-in-page.js'
import type { LiveSession } from '../sessions/session-strategy.js'
import { csrfToken } from './csrf.js'
import type { RouteCapabilities, RouteContext, RouteExchange } from './route-context.js'
import { signInOptions } from './sign-in-options.js'

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
  return showSignInPage({ callbackUrl, error, status: 200 }, instance, exchange)
}

/** What the built-in sign-in page is shown with. */
export interface SignInPageView {
  readonly callbackUrl: string
  readonly error: string | undefined
  readonly status: 200 | 400 | 403 | 429
  /** The form that failed, where the page is the response to it. */
  readonly failed?: FailedForm | undefined
}

/** The built-in page with all providers. */
export async function showSignInPage(
  { callbackUrl, error, status, failed }: SignInPageView,
  instance: RouteCapabilities,
  exchange: RouteExchange,
): Promise<RouteResult> {
  const options = signInOptions(instance, exchange.origin, await sessionOf(instance, exchange))
  const props = {
    theme: instance.spec.options.theme ?? {},
    host: exchange.url.host,
    providers: options,
    csrfToken: await csrfToken(exchange),
    callbackUrl,
    error,
    failed:
      failed ?? (error === undefined ? undefined : await (await exchange.site.failedForm()).take(exchange)),
    email: textParam(exchange.query, 'login_hint') ?? textParam(exchange.query, 'email'),
  }
  return page((nonce) => renderSignInPage({ ...props, nonce }), {
    status,
    formOrigins: providerOrigins(instance),
    scripted: isScripted(options),
  })
}

/** The session, where the page depends on it. While the database is down, the page is as without one. */
async function sessionOf(
  { providers }: RouteCapabilities,
  exchange: RouteExchange,
): Promise<LiveSession | null> {
  const matters = [...providers.values()].some(({ type }) => type === 'webauthn')
  return matters ? exchange.site.sessions.find(exchange).catch(() => null) : null
}

/** Where the forms of the page lead, as far as the configuration says. */
function providerOrigins({ providers }: RouteCapabilities): string[] {
  return [...providers.values()].flatMap((provider) => {
    if (provider.type !== 'oauth' && provider.type !== 'oidc') return []
    const address = endpointUrl(provider.authorization)?.href ?? provider.issuer
    return address && URL.canParse(address) ? [new URL(address).origin] : []
  })
}
