import { AuthError } from '../../errors.js'
import type { CredentialsProvider } from '../../providers/kinds/credentials.js'
import { credentialsLogin } from '../flows/credentials.js'
import { type RouteResult, redirect } from '../http/result.js'
import { destination } from '../login/login.js'
import { typedFields } from '../pages/failed-form.js'
import { credentialFields } from '../pages/input-attributes.js'
import { requireCsrf } from './csrf.js'
import type { RouteContext } from './route-context.js'

/** Where a form posts credentials. */
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

/**
 * Remembers what was typed into a form that is about to be refused, for the built-in page to show it again.
 * Secrets and fields that the page does not have are left out.
 */
async function keepFailedForm(
  provider: CredentialsProvider,
  error: unknown,
  { instance, exchange }: RouteContext,
): Promise<void> {
  const fields = credentialFields(provider)
  if (!(error instanceof AuthError) || error.kind !== 'signIn' || !fields || instance.spec.pages.signIn)
    return
  const typed = typedFields(fields, exchange.body)
  const cookie = await exchange.context.failedForm()
  await cookie.keep({ providerId: provider.id, typed }, exchange)
}
