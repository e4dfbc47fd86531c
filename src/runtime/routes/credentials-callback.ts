import type { CredentialsProvider } from '../../providers/kinds/credentials.js'
import { checkCredentials } from '../flows/credentials.js'
import { destination } from '../login/destination.js'
import { login } from '../login/login.js'
import { type RouteResult, redirect } from '../response/result.js'
import { keepFailedForm } from './keep-failed-form.js'
import { requireCsrf } from './require-csrf.js'
import type { RouteContext } from './route-context.js'

/** Where a form posts what somebody signs in with. */
export async function credentialsCallback(
  provider: CredentialsProvider,
  context: RouteContext,
): Promise<RouteResult> {
  const { instance, exchange } = context
  const callbackUrl = await instance.callbacks.redirect(exchange.body['callbackUrl'], exchange.origin)
  exchange.callbackUrl = callbackUrl
  await requireCsrf(exchange)
  const identity = await checkCredentials(provider, exchange.body, exchange.request, instance).catch(
    async (error: unknown) => {
      await keepFailedForm(provider, error, context)
      throw error
    },
  )
  const outcome = await login(identity, { linkTo: undefined }, instance, exchange)
  return redirect(destination(outcome, callbackUrl, instance, exchange))
}
