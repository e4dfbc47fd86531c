import type { CredentialFields } from '../../providers/kinds/credentials.js'
import type { Provider } from '../../providers/kinds/provider.js'
import { typedFields } from '../pages/failed-form.js'
import { credentialFields } from '../routes/sign-in-options.js'

/** What was typed into a form that was refused, where a provider asks for it and the form may show it again. */
export function typedAgain(
  provider: Provider | undefined,
  sent: Readonly<Record<string, unknown>>,
): Record<string, string> {
  return typedFields(fieldsOf(provider) ?? {}, sent)
}

function fieldsOf(provider: Provider | undefined): CredentialFields | undefined {
  if (provider?.type === 'email') return { email: {} }
  return provider?.type === 'credentials' ? credentialFields(provider) : undefined
}
