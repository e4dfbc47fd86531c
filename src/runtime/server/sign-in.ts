import { InvalidProvider } from '../../errors.js'
import type { Instance } from '../compile.js'
import { credentialsLogin } from '../flows/credentials.js'
import { isLink } from '../flows/oauth/authorization-params.js'
import { authorize } from '../flows/oauth/authorization-request.js'
import { asOAuthProvider } from '../flows/oauth/provider.js'
import { openServerExchange } from '../http/exchange.js'
import { destination } from '../login/login.js'
import { unknownProvider } from '../routes/unknown-provider.js'
import { cookiesOf, type ServerRedirect, type ServerRequest } from './server-call.js'

/**
 * Signs in on the server: starts a flow with an OAuth provider, has a mail sent, or checks credentials there and then.
 * What a credentials or e-mail provider asks for stands beside the request. Throws an `AuthError` when the sign-in
 * is refused.
 */
export async function signInOnServer(
  id: string,
  { request, redirectTo, ...fields }: ServerRequest,
  instance: Instance,
  params: URLSearchParams = new URLSearchParams(),
): Promise<ServerRedirect> {
  const provider = instance.providers.get(id)
  if (!provider) throw unknownProvider(id, instance)
  const exchange = openServerExchange(request, instance)
  const callbackUrl = await instance.callbacks.redirect(redirectTo ?? instance.home, exchange.origin)
  const oauthProvider = asOAuthProvider(provider)
  if (oauthProvider) {
    const link = isLink((fields as { link?: unknown }).link)
    const url = await authorize(oauthProvider, { callbackUrl, params, link }, instance, exchange)
    return { url, cookies: cookiesOf(exchange) }
  }
  if (provider.type === 'email') {
    const { requestMail } = await import('../flows/email/request-mail.js')
    const { email } = fields as { email?: unknown }
    const url = await requestMail(provider, { typed: email, callbackUrl }, instance, exchange)
    return { url, cookies: cookiesOf(exchange) }
  }
  if (provider.type !== 'credentials') {
    throw new InvalidProvider(`The provider '${id}' cannot be signed in with on the server.`)
  }
  const outcome = await credentialsLogin(provider, fields, instance, exchange)
  return { url: destination(outcome, callbackUrl, instance, exchange), cookies: cookiesOf(exchange) }
}
