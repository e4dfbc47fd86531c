import { isClientError } from '../../../errors.js'
import type { Provider } from '../../../providers/kinds/provider.js'
import type { WebAuthnProvider } from '../../../providers/kinds/webauthn.js'
import { json, type RouteResult, redirect } from '../../core/http/route-result.js'
import { type Attempt, createAttempts } from '../../core/limits/attempts.js'
import { flowData, type Identity } from '../../core/login/identity.js'
import { destination, type LoginOutcome, login } from '../../core/login/login.js'
import type { App } from '../../core/object-lifetimes.js'
import type { ProviderFlow } from '../../core/provider-flow.js'
import type { RouteContext } from '../../core/route.js'
import { requireCsrf } from '../../core/routes/csrf.js'
import { unknownProvider } from '../../core/routes/route-errors.js'
import { isRecentSignIn } from '../../core/sessions/recent-sign-in.js'
import type { LiveSession } from '../../core/sessions/session-strategy.js'
import type { WebAuthnSignInMethod } from '../../core/sign-in-page-methods.js'
import { authenticationOptions, registrationOptions, withinOf } from './begin-ceremony.js'
import { type Ceremony, siteCeremonies } from './ceremony-cookies.js'
import { finishCeremony } from './finish-ceremony.js'

export const passkeyFlow: ProviderFlow = {
  callbackMethods: ['POST'],
  callback: (provider, context) => webauthnCallback(passkeyProvider(provider), context),
  signInMethod(provider, { app, origin, live }) {
    const passkeys = passkeyProvider(provider)
    const { id, name = id, formFields: fields = {}, enableConditionalUI = true } = passkeys
    const offers = passkeyOffers(passkeys, live, app)
    const base = origin + app.basePath
    return {
      type: 'webauthn',
      id,
      name,
      fields,
      action: `${base}/callback/${id}`,
      optionsUrl: `${base}/webauthn-options/${id}`,
      conditional: enableConditionalUI && offers !== 'add',
      offers,
    }
  },
}

function passkeyProvider(provider: Provider): WebAuthnProvider {
  if (provider.type === 'webauthn') return provider
  throw new TypeError(`The provider '${provider.id}' is not of type 'webauthn'.`)
}

/**
 * Returns the actions that the sign-in page offers. Signed-in users can add a passkey only after a recent
 * sign-in.
 */
function passkeyOffers(
  provider: WebAuthnProvider,
  live: LiveSession | null,
  { clock, spec }: App,
): WebAuthnSignInMethod['offers'] {
  if (!live) return spec.signUp !== 'closed' ? 'signInAndUp' : 'signIn'
  const now = Math.floor(clock() / 1000)
  return isRecentSignIn(live, { within: withinOf(provider), began: now, now }) ? 'add' : 'signInAgain'
}

/** Responds with the options of a ceremony. POST keeps the e-mail address out of access logs. */
export async function webauthnOptions(context: RouteContext): Promise<RouteResult> {
  const { app, exchange, providerId } = context
  const provider = app.providers.get(providerId ?? '')
  if (provider?.type !== 'webauthn') {
    throw unknownProvider(providerId, app, 'WebAuthn provider')
  }
  const isForm = exchange.request.method === 'POST'
  if (isForm) await requireCsrf(exchange)
  const fields = isForm ? exchange.body : exchange.query
  const data = await flowData(fields['state'], app)
  switch (await actionOf(fields['action'], context)) {
    case 'authenticate':
      return json(await authenticationOptions(provider, fields, app, exchange, data))
    case 'register': {
      const { callbackUrl } = fields
      // If the user must sign in again first, that sign-in returns to this URL.
      if (callbackUrl !== undefined) {
        exchange.callbackUrl = await app.callbacks.redirect(callbackUrl, exchange.origin)
      }
      const options = await registrationOptions(provider, fields, app, exchange, data)
      return options ? json(options) : json({ error: 'Invalid request' }, 400)
    }
    case 'undecided':
      return json({ error: 'Invalid request' }, 400)
    case 'unknown':
      return json({ error: 'Invalid action' }, 400)
  }
}

/** Returns the requested action. Without a session, the default is `'authenticate'`. */
async function actionOf(
  action: unknown,
  { exchange }: RouteContext,
): Promise<'authenticate' | 'register' | 'undecided' | 'unknown'> {
  if (action === 'authenticate' || action === 'register') return action
  if (action !== undefined && action !== '') return 'unknown'
  return (await exchange.site.sessions.find(exchange)) ? 'undecided' : 'authenticate'
}

async function webauthnCallback(provider: WebAuthnProvider, context: RouteContext): Promise<RouteResult> {
  const { app, exchange } = context
  const callbackUrl = await app.callbacks.redirect(exchange.body['callbackUrl'], exchange.origin)
  exchange.callbackUrl = callbackUrl
  await requireCsrf(exchange)
  const { ceremony, identity } = await finishCeremony(provider, app, exchange)
  const outcome = await signIn(ceremony, identity, context)
  return redirect(destination(outcome, callbackUrl, app, exchange))
}

async function signIn(ceremony: Ceremony, identity: Identity, context: RouteContext): Promise<LoginOutcome> {
  const { app, exchange } = context
  // Any client can finish ceremonies for new users, and each takes space in the store. So the ceremony is
  // released if the login is refused. After another failure, such as one of the database, the passkey may have
  // been stored.
  const release = async (): Promise<void> => {
    if (ceremony.newUser) await exchange.site.get(siteCeremonies).release(ceremony, exchange)
  }
  try {
    const attempt = await countAttempt(ceremony, context)
    const withState = { ...identity, state: ceremony.data }
    const outcome = await login(withState, { linkTo: ceremony.linkTo }, app, exchange)
    if (outcome.kind === 'redirected') await release()
    else await attempt?.succeeded(outcome.userId)
    return outcome
  } catch (error) {
    if (isClientError(error)) await release()
    throw error
  }
}

/**
 * Counts an attempt to create an account. Each attempt reveals whether the e-mail address has an account, so
 * attempts are limited.
 */
async function countAttempt(
  { newUser, provider }: Ceremony,
  { app, exchange }: RouteContext,
): Promise<Attempt | undefined> {
  if (!newUser) return undefined
  const attempts = app.get(createAttempts)
  return attempts.begin({ provider, account: newUser.email }, exchange)
}
