import { InvalidProvider, InvalidRequest } from '../../errors.js'
import { linkRequest } from '../core/login/linking-flow.js'
import { unknownProvider } from '../core/routes/route-errors.js'
import { keepChoice } from '../core/sessions/remember-cookie.js'
import { userParams } from '../features/oauth/allowed-authorization-params.js'
import { isUrl, signInUrl, targetAfter } from './destinations.js'
import { requireSameSite } from './same-site.js'
import type { ServerCall, SignInOptions } from './server-call.js'

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
  call: ServerCall,
  params: URLSearchParams,
): Promise<string> {
  const { app, exchange } = call
  const provider = app.providers.get(id)
  if (!provider) throw unknownProvider(id, app)
  if (linkRequest(fields['link']) !== undefined) {
    // Otherwise another site could link the attacker's account at the provider to this user.
    requireSameSite(call, 'An account can be linked only from a page of this site', 'always')
  } else if (provider.type !== 'oauth' && provider.type !== 'oidc') {
    // OAuth providers need no check, because the user decides there whether to sign in.
    requireSameSite(call, '`signIn` was called in a request that a link or another site caused', 'unless off')
  }
  const callbackUrl = await app.callbacks.redirect(target ?? app.home, exchange.origin)
  // Also the redirect target of the page that shows why a sign-in is refused.
  if (isUrl(target, exchange.origin)) exchange.callbackUrl = callbackUrl
  const flow = await app.flowOf(provider)
  if (!flow.signIn)
    throw new InvalidProvider(
      `A sign-in with the provider '${id}' cannot be started on the server. Start it in the browser.`,
    )
  exchange.body = fields
  if (flow.start && app.spec.session.remember) keepChoice(exchange)
  return flow.signIn(provider, { callbackUrl, fields, params }, app, exchange)
}

const PARAM_PREFIX = 'authorizationParams-'

export interface SignInForm {
  readonly providerId: string | undefined
  readonly params: URLSearchParams
  readonly fields: FormData
}

export async function readSignInForm(request: Request): Promise<SignInForm> {
  if (request.bodyUsed) {
    throw new InvalidRequest(
      'The body was already read. Pass the event to Authwright before other code reads the body.',
    )
  }
  const fields = await request.formData().catch(() => {
    throw new InvalidRequest('The body is not a form.')
  })
  const text = (name: string): string | undefined => {
    const value = fields.get(name)
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const params = userParams((name) => text(PARAM_PREFIX + name))
  const providerId = text('providerId')
  for (const name of [...fields.keys()]) {
    if (name === 'providerId' || name.startsWith(PARAM_PREFIX)) fields.delete(name)
  }
  return { providerId, params, fields }
}
