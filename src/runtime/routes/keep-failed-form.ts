import { AuthError } from '../../errors.js'
import type { CredentialsProvider } from '../../providers/kinds/credentials.js'
import { typedFields } from '../pages/typed-fields.js'
import type { RouteContext } from './route-context.js'
import { credentialFields } from './sign-in-options.js'

/**
 * Remembers what was typed into a form that is about to be refused, for the built-in page to show it again.
 * Secrets and what the page did not ask for are left out.
 */
export async function keepFailedForm(
  provider: CredentialsProvider,
  error: unknown,
  { instance, exchange }: RouteContext,
): Promise<void> {
  const fields = credentialFields(provider)
  if (!(error instanceof AuthError) || error.kind !== 'signIn' || !fields || instance.spec.pages.signIn)
    return
  const typed = typedFields(fields, exchange.body)
  const cookie = await exchange.site.failedForm()
  await cookie.keep({ providerId: provider.id, typed }, exchange)
}
