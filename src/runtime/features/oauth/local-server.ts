import { type RouteResult, redirect } from '../../core/http/result.js'
import type { RouteContext } from '../../core/lifetimes.js'
import { csrfToken, requireCsrf } from '../../core/routes/csrf.js'
import { unknownProvider } from '../../core/routes/route-errors.js'
import { page } from '../pages/page-headers.js'
import { asOAuthProvider } from './provider.js'
import { ownCallback } from './redirection-endpoint.js'

/** `GET` and `POST /dev/:provider`: the authorization endpoint of a provider whose server is within the application. */
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
    : page((nonce) => response.html(nonce), { status: response.status })
}
