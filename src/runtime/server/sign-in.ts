import { InvalidProvider, InvalidRequest } from '../../errors.js'
import type { Instance } from '../compile.js'
import { keepsTokens } from '../config/settings.js'
import { authorize, userParams } from '../flows/oauth/authorization-request.js'
import type { OAuthExchange } from '../flows/oauth/capabilities.js'
import { asOAuthProvider, authorizationParam, type ReadyOAuthProvider } from '../flows/oauth/provider.js'
import { flowData } from '../login/identity.js'
import { linkRequest } from '../login/linking.js'
import { destination } from '../login/login.js'
import { unknownProvider } from '../routes/route-context.js'
import { findTokens, scopesOf } from './account-tokens.js'
import { isUrl, signInUrl, targetAfter } from './destinations.js'
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
  // Credentials have separate fields.
  const data = provider.type === 'credentials' ? undefined : await flowData(fields['state'], instance)
  const oauthProvider = asOAuthProvider(provider)
  if (oauthProvider) {
    const { link: wanted, scopes, resources } = fields as Readonly<Record<string, unknown>>
    const link = linkRequest(wanted)
    // A form has strings alone: users choose no scopes, and no resources.
    if (Array.isArray(scopes)) {
      await requestScopes(params, scopes.map(String), oauthProvider, instance, exchange)
    }
    if (Array.isArray(resources)) {
      params.delete('resource')
      for (const each of resources) params.append('resource', String(each))
    }
    return authorize({ callbackUrl, params, link, data }, { provider: oauthProvider, instance, exchange })
  }
  if (provider.type === 'email') {
    const { requestMail } = await import('../flows/email/request-mail.js')
    const { email } = fields as { email?: unknown }
    return requestMail(provider, { typed: email, callbackUrl, data }, instance, exchange)
  }
  if (provider.type !== 'credentials') {
    throw new InvalidProvider(`The provider '${id}' cannot be signed in with on the server.`)
  }
  const { credentialsLogin } = await import('../flows/credentials.js')
  const outcome = await credentialsLogin(provider, fields, instance, exchange)
  return destination(outcome, callbackUrl, instance, exchange)
}

/**
 * Adds scopes to an authorization request, with those that the signed-in user has granted: what the provider returns takes the place of
 * the tokens before, and must not allow less.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749.html#section-3.3
 */
async function requestScopes(
  params: URLSearchParams,
  scopes: readonly string[],
  provider: ReadyOAuthProvider,
  instance: Instance,
  exchange: OAuthExchange,
): Promise<void> {
  const configured = authorizationParam(provider, 'scope')
  const usual = params.get('scope') ?? configured ?? 'openid profile email'
  const granted = await grantedScopes(provider, instance, exchange)
  const all = new Set([...usual.split(' '), ...granted, ...scopes].filter((scope) => scope !== ''))
  params.set('scope', [...all].join(' '))
}

async function grantedScopes(
  provider: ReadyOAuthProvider,
  instance: Instance,
  exchange: OAuthExchange,
): Promise<readonly string[]> {
  const { adapter, spec } = instance
  const isListed = adapter?.has('listAccountsByUserId')
  const live = isListed || keepsTokens(spec) ? await exchange.context.sessions.find(exchange) : null
  if (!live) return []
  if (!adapter) {
    const { context } = exchange
    const cookie = await context.tokenCookie()
    const held = await cookie.read(await context.sessions.key(exchange), exchange)
    return held?.provider === provider.id ? scopesOf(held) : []
  }
  const of = { provider, adapter, userId: live.userId, providerAccountId: undefined, resource: undefined }
  const stored = await findTokens(of, instance, [])
  return stored ? scopesOf(stored.account) : []
}

/** Fields of a form that go to the provider's authorization endpoint begin with this. */
const PARAM = 'authorizationParams-'

/** A form of the application that starts a sign-in. */
export interface SignInForm {
  readonly providerId: string | undefined
  /** Parameters for the provider's authorization endpoint, of those that a form may choose. */
  readonly params: URLSearchParams
  /** All other fields. */
  readonly fields: FormData
}

/** Reads the form that a request carries. Throws `InvalidRequest` when there is none. */
export async function readSignInForm(request: Request): Promise<SignInForm> {
  if (request.bodyUsed) {
    throw new InvalidRequest('The body was read before: hand the event over before anything else reads it.')
  }
  const fields = await request.formData().catch(() => {
    throw new InvalidRequest('The body is not a form.')
  })
  const text = (name: string): string | undefined => {
    const value = fields.get(name)
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const params = userParams((name) => text(PARAM + name))
  const providerId = text('providerId')
  for (const name of [...fields.keys()]) {
    if (name === 'providerId' || name.startsWith(PARAM)) fields.delete(name)
  }
  return { providerId, params, fields }
}
