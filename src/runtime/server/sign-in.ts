import { InvalidProvider } from '../../errors.js'
import type { Provider } from '../../providers/kinds/provider.js'
import { isLink, isReportedLink } from '../flows/oauth/authorization-params.js'
import { authorize } from '../flows/oauth/authorization-request.js'
import { asOAuthProvider } from '../flows/oauth/provider.js'
import { destination } from '../login/login.js'
import { unknownProvider } from '../routes/unknown-provider.js'
import { isUrl, signInUrl, targetAfter } from './redirects.js'
import type { ServerCall } from './server-call.js'

/** What a sign-in on the server gets. */
export interface SignInOptions {
  /** Where to go afterwards: a path of the site. Default: what the conventions of the framework say. */
  readonly redirectTo?: string | undefined
  /** What a credentials or e-mail provider requires. */
  readonly fields?: Readonly<Record<string, unknown>>
}

/**
 * Signs in on the server: starts a flow with an OAuth provider, has a mail sent, or checks credentials there and then. Without a provider
 * it leads to the sign-in page. Throws an `AuthError` when the sign-in is refused.
 */
export async function signInOnServer(
  id: string | undefined,
  { redirectTo, fields = {} }: SignInOptions,
  call: ServerCall,
  params: URLSearchParams,
): Promise<string> {
  const { instance, conventions } = call
  const target = targetAfter('sign-in', redirectTo, call)
  const showsPage = conventions.unknownProvider === 'sign-in page' && !instance.providers.has(id ?? '')
  if (id === undefined || showsPage) return signInUrl(call, target)
  return signInWith(id, target, fields, call, params)
}

async function signInWith(
  id: string,
  target: string | undefined,
  fields: Readonly<Record<string, unknown>>,
  { instance, exchange }: ServerCall,
  params: URLSearchParams,
): Promise<string> {
  const provider = instance.providers.get(id)
  if (!provider) throw unknownProvider(id, instance)
  const callbackUrl = await instance.callbacks.redirect(target ?? instance.home, exchange.origin)
  // A refused sign-in leads on to it as well.
  if (isUrl(target, exchange.origin)) exchange.callbackUrl = callbackUrl
  const data = await givenData(provider, fields, instance)
  const oauthProvider = asOAuthProvider(provider)
  if (oauthProvider) {
    const { link: wanted, scopes, resources } = fields as Readonly<Record<string, unknown>>
    const link = isLink(wanted)
    const reportsLink = isReportedLink(wanted)
    // A form has strings alone: users choose no scopes, and no resources.
    if (Array.isArray(scopes)) {
      const { requestScopes } = await import('./request-scopes.js')
      await requestScopes(params, scopes.map(String), oauthProvider, instance, exchange)
    }
    if (Array.isArray(resources)) {
      params.delete('resource')
      for (const each of resources) params.append('resource', String(each))
    }
    return authorize(oauthProvider, { callbackUrl, params, link, reportsLink, data }, instance, exchange)
  }
  if (provider.type === 'email') {
    const { requestMail } = await import('#email/flows/email/request-mail')
    const { email } = fields as { email?: unknown }
    return requestMail(provider, { typed: email, callbackUrl, data }, instance, exchange)
  }
  if (provider.type !== 'credentials') {
    throw new InvalidProvider(`The provider '${id}' cannot be signed in with on the server.`)
  }
  const { credentialsLogin } = await import('#credentials/flows/credentials')
  const outcome = await credentialsLogin(provider, fields, instance, exchange)
  return destination(outcome, callbackUrl, instance, exchange)
}

/** What the sign-in is started with. Credentials have separate fields. */
async function givenData(
  { type }: Provider,
  fields: Readonly<Record<string, unknown>>,
  instance: ServerCall['instance'],
): Promise<unknown> {
  if (!instance.spec.flow || type === 'credentials') return undefined
  const { flowData } = await import('../login/flow-data.js')
  return flowData(fields['state'], instance)
}
