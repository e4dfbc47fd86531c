import { InvalidProvider } from '../../../errors.js'
import type { Provider } from '../../../providers/kinds/provider.js'
import { providerVariable } from '../../instance/provider-variable.js'
import type { ReadyOAuthProvider } from './oauth-provider.js'

/** The provider, once it is known to be complete. Throws `InvalidProvider` naming what is missing. */
export function asOAuthProvider(provider: Provider): ReadyOAuthProvider | undefined {
  if (provider.type !== 'oauth' && provider.type !== 'oidc') return undefined
  if (provider.clientId) return provider as ReadyOAuthProvider
  throw new InvalidProvider(
    `The provider '${provider.id}' has no client id: set ${providerVariable(provider.id, 'ID')} or pass \`clientId\`.`,
  )
}
