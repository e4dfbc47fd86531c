import { asOAuthProvider } from '../flows/oauth/provider.js'
import { ownCallback } from '../flows/oauth/redirection-endpoint.js'
import { type RouteResult, redirect } from '../http/result.js'
import { page } from '../pages/page-headers.js'
import { csrfToken, requireCsrf } from './csrf.js'
import { type RouteContext, unknownProvider } from './route-context.js'

/** `GET` and `POST /dev/:provider`: the authorization endpoint of a provider whose server is within the application. */
export async function authorizationEndpoint({
  instance,
  exchange,
  providerId = '',
}: RouteContext): Promise<RouteResult> {
  const provider = asOAuthProvider(instance.providers.get(providerId))
  const server = provider && instance.localServer(provider)
  if (!provider || !server) throw unknownProvider(providerId, instance)
  const isPost = exchange.request.method === 'POST'
  if (isPost) await requireCsrf(exchange)
  const response = await server.authorize({
    request: exchange.request,
    origin: exchange.origin,
    query: exchange.query,
    form: isPost ? exchange.body : undefined,
    action: exchange.url.href,
    redirectUri: ownCallback({ provider, instance, exchange }),
    csrfToken: await csrfToken(exchange),
    host: exchange.url.host,
    theme: instance.spec.options.theme ?? {},
  })
  return 'location' in response
    ? redirect(response.location)
    : page((nonce) => response.html(nonce), { status: response.status })
}
