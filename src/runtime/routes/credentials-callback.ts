import type { CredentialsProvider } from '../../providers/kinds/credentials.js'
import { credentialsLogin } from '../flows/credentials.js'
import { type RouteResult, redirect } from '../http/result.js'
import { destination } from '../login/login.js'
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
  const outcome = await credentialsLogin(provider, exchange.body, instance, exchange).catch(
    async (error: unknown) => {
      await keepFailedForm(provider, error, context)
      throw error
    },
  )
  return redirect(destination(outcome, callbackUrl, instance, exchange))
}
