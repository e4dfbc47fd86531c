import { type RouteResult, redirect } from '../runtime/core/http/route-result.js'
import type { RouteContext } from '../runtime/core/route.js'
import { csrfToken, requireCsrf } from '../runtime/core/routes/csrf.js'
import { unknownProvider } from '../runtime/core/routes/route-errors.js'
import { asOAuthProvider } from '../runtime/features/oauth/provider.js'
import { ownCallback } from '../runtime/features/oauth/redirect-proxy.js'
import { page } from '../runtime/features/pages/page-result.js'

export async function authorizationEndpoint({
  app,
  exchange,
  providerId = '',
}: RouteContext): Promise<RouteResult> {
  const provider = asOAuthProvider(app.providers.get(providerId))
  const server = provider && app.localServer(provider)
  if (!provider || !server) throw unknownProvider(providerId, app)
  const isPost = exchange.request.method === 'POST'
  if (isPost) await requireCsrf(exchange)
  const response = await server.authorize({
    request: exchange.request,
    origin: exchange.origin,
    query: exchange.query,
    form: isPost ? exchange.body : undefined,
    action: exchange.url.href,
    redirectUri: ownCallback({ provider, app, exchange }),
    csrfToken: await csrfToken(exchange),
    host: exchange.url.host,
    theme: app.spec.options.theme ?? {},
  })
  return 'location' in response
    ? redirect(response.location)
    : page((nonce) => response.html(nonce), {
        status: response.status,
        // Chromium applies `form-action` to the redirects after the form, too. `callbacks.redirect` may return a target at another origin.
        formOrigins: app.spec.callbacks.redirect ? ['https:'] : [],
      })
}
