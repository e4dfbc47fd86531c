import type { WebAuthnProvider } from '../../providers/kinds/webauthn.js'
import { authenticationOptions, registrationOptions } from '../flows/webauthn/begin-ceremony.js'
import { type FinishedCeremony, finishCeremony } from '../flows/webauthn/finish-ceremony.js'
import { json, type RouteResult, redirect } from '../http/result.js'
import type { Attempt } from '../limits/attempts.js'
import { flowData } from '../login/identity.js'
import { destination, login } from '../login/login.js'
import { requireCsrf } from './csrf.js'
import { type RouteContext, unknownProvider } from './route-context.js'

/**
 * `GET|POST /webauthn-options/:provider`: what a browser needs to make a passkey (`action=register`) or to use one
 * (`action=authenticate`, the default without a session). A form that is posted keeps its address out of logs.
 */
export async function webauthnOptions(context: RouteContext): Promise<RouteResult> {
  const { instance, exchange, providerId } = context
  const provider = instance.providers.get(providerId ?? '')
  if (provider?.type !== 'webauthn') {
    throw unknownProvider(providerId, instance, 'WebAuthn provider')
  }
  const isForm = exchange.request.method === 'POST'
  if (isForm) await requireCsrf(exchange)
  const fields = isForm ? exchange.body : exchange.query
  const data = await flowData(fields['state'], instance)
  switch (await actionOf(fields['action'], context)) {
    case 'authenticate':
      return json(await authenticationOptions(provider, fields, instance, exchange, data))
    case 'register': {
      const { callbackUrl } = fields
      // After signing in again, the user returns there.
      if (callbackUrl !== undefined) {
        exchange.callbackUrl = await instance.callbacks.redirect(callbackUrl, exchange.origin)
      }
      const options = await registrationOptions(provider, fields, instance, exchange, data)
      return options ? json(options) : json({ error: 'Invalid request' }, 400)
    }
    case 'undecided':
      return json({ error: 'Invalid request' }, 400)
    case 'unknown':
      return json({ error: 'Invalid action' }, 400)
  }
}

/** The action of the request. A signed-in user has to name it. */
async function actionOf(
  action: unknown,
  { exchange }: RouteContext,
): Promise<'authenticate' | 'register' | 'undecided' | 'unknown'> {
  if (action === 'authenticate' || action === 'register') return action
  if (action !== undefined && action !== '') return 'unknown'
  return (await exchange.context.sessions.find(exchange)) ? 'undecided' : 'authenticate'
}

/** Where a page posts an authenticator's response. */
export async function webauthnCallback(
  provider: WebAuthnProvider,
  context: RouteContext,
): Promise<RouteResult> {
  const { instance, exchange } = context
  const callbackUrl = await instance.callbacks.redirect(exchange.body['callbackUrl'], exchange.origin)
  exchange.callbackUrl = callbackUrl
  await requireCsrf(exchange)
  const finished = await finishCeremony(provider, instance, exchange)
  const attempt = await countGuess(finished, context)
  const { ceremony } = finished
  const identity = { ...finished.identity, state: ceremony.data }
  const outcome = await login(identity, { linkTo: ceremony.linkTo }, instance, exchange)
  if (outcome.kind === 'signedIn') await attempt?.succeeded()
  return redirect(destination(outcome, callbackUrl, instance, exchange))
}

/** A new account reveals whether its address has one already: attempts are limited, as with passwords. */
async function countGuess(
  { ceremony: { newUser, provider } }: FinishedCeremony,
  { instance, exchange }: RouteContext,
): Promise<Attempt | undefined> {
  if (!newUser) return undefined
  const attempts = await instance.attempts()
  return attempts.begin({ provider, account: newUser.email }, exchange)
}
