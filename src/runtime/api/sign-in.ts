import { InvalidProvider, InvalidRequest } from '../../errors.js'
import type { Provider } from '../../providers/kinds/provider.js'
import { keepsTokens } from '../core/config/settings.js'
import type { App, Exchange } from '../core/lifetimes.js'
import { unknownProvider } from '../core/routes/route-errors.js'
import { userParams } from '../features/oauth/authorization-request.js'
import { asOAuthProvider, authorizationParam, type ReadyOAuthProvider } from '../features/oauth/provider.js'
import { siteTokenCookie } from '../features/oauth/token-cookie.js'
import { findTokens, scopesOf } from '../features/tokens/account-tokens.js'
import { isUrl, signInUrl, targetAfter } from './destinations.js'
import type { ServerCall, SignInOptions } from './server-call.js'

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
  const { app, conventions } = call
  const target = targetAfter('sign-in', redirectTo, call)
  const showsPage = conventions.unknownProvider === 'sign-in page' && !app.providers.has(id ?? '')
  if (id === undefined || showsPage) return signInUrl(call, target)
  return signInWith(id, target, fields, call, params)
}

async function signInWith(
  id: string,
  target: string | undefined,
  fields: Readonly<Record<string, unknown>>,
  { app, exchange }: ServerCall,
  params: URLSearchParams,
): Promise<string> {
  const provider = app.providers.get(id)
  if (!provider) throw unknownProvider(id, app)
  const callbackUrl = await app.callbacks.redirect(target ?? app.home, exchange.origin)
  // A refused sign-in leads on to it as well.
  if (isUrl(target, exchange.origin)) exchange.callbackUrl = callbackUrl
  const flow = await app.flowOf(provider)
  if (!flow.signIn) throw new InvalidProvider(`The provider '${id}' cannot be signed in with on the server.`)
  await addRequested(provider, fields, params, app, exchange)
  return flow.signIn(provider, { callbackUrl, fields, params }, app, exchange)
}

/** Adds scopes and resources that the application names. A form has strings alone: users choose none. */
async function addRequested(
  provider: Provider,
  { scopes, resources }: Readonly<Record<string, unknown>>,
  params: URLSearchParams,
  app: App,
  exchange: Exchange,
): Promise<void> {
  const oauth = provider.type === 'oauth' || provider.type === 'oidc' ? asOAuthProvider(provider) : undefined
  if (!oauth) return
  if (Array.isArray(scopes)) await requestScopes(params, scopes.map(String), oauth, app, exchange)
  if (Array.isArray(resources)) {
    params.delete('resource')
    for (const each of resources) params.append('resource', String(each))
  }
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
  app: App,
  exchange: Exchange,
): Promise<void> {
  const configured = authorizationParam(provider, 'scope')
  const usual = params.get('scope') ?? configured ?? 'openid profile email'
  const granted = await grantedScopes(provider, app, exchange)
  const all = new Set([...usual.split(' '), ...granted, ...scopes].filter((scope) => scope !== ''))
  params.set('scope', [...all].join(' '))
}

async function grantedScopes(
  provider: ReadyOAuthProvider,
  app: App,
  exchange: Exchange,
): Promise<readonly string[]> {
  const { adapter, spec } = app
  const isListed = adapter?.has('listAccountsByUserId')
  const live = isListed || keepsTokens(spec) ? await exchange.site.sessions.find(exchange) : null
  if (!live) return []
  if (!adapter) {
    const { site } = exchange
    const held = await site.get(siteTokenCookie).read(await site.sessions.key(exchange), exchange)
    return held?.provider === provider.id ? scopesOf(held) : []
  }
  const of = { provider, adapter, userId: live.userId, providerAccountId: undefined, resource: undefined }
  const stored = await findTokens(of, app, [])
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
