import type { WebAuthnProvider } from '../../providers/kinds/webauthn.js'
import { type FinishedCeremony, finishCeremony } from '../flows/webauthn/finish-ceremony.js'
import { type RouteResult, redirect } from '../http/result.js'
import type { Attempt } from '../limits/attempts.js'
import { destination, login } from '../login/login.js'
import { requireCsrf } from './require-csrf.js'
import type { RouteContext } from './route-context.js'

/** Where a page posts what an authenticator answered. */
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
  const { identity, ceremony } = finished
  const outcome = await login(identity, { linkTo: ceremony.userId }, instance, exchange)
  if (outcome.kind === 'signedIn') await attempt?.succeeded()
  return redirect(destination(outcome, callbackUrl, instance, exchange))
}

/** A new account tells whether its address has one already: whoever tries addresses is limited, as with passwords. */
async function countGuess(
  { ceremony: { newUser, provider } }: FinishedCeremony,
  { instance, exchange }: RouteContext,
): Promise<Attempt | undefined> {
  if (!newUser) return undefined
  const attempts = await instance.attempts()
  return attempts.begin({ provider, account: newUser.email }, exchange)
}
