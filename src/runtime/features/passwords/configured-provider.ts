import { AuthError } from '../../../errors.js'
import type { PasswordProvider } from '../../../providers/kinds/password.js'
import type { Provider } from '../../../providers/kinds/provider.js'
import type { App } from '../../core/object-lifetimes.js'

export function passwordProvider(provider: Provider | undefined): PasswordProvider {
  if (provider?.type === 'password') return provider
  throw new AuthError(`The provider '${provider?.id}' is not of type 'password'.`)
}

/** Returns the password provider. There is at most one. */
export function passwordProviderOf({ providers }: App): PasswordProvider {
  return passwordProvider([...providers.values()].find(({ type }) => type === 'password'))
}
