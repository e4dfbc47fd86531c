import { InvalidProvider } from '../../../errors.js'
import type { Provider } from '../../../providers/kinds/provider.js'
import type { ReadyOAuthProvider } from './oauth-provider.js'

/** The provider, once it is known to be complete. Throws `InvalidProvider` naming what is missing. */
export function asOAuthProvider(provider: Provider): ReadyOAuthProvider | undefined {
  if (provider.type !== 'oauth' && provider.type !== 'oidc') return undefined
  if (provider.clientId) return provider as ReadyOAuthProvider
  const variable = `AUTH_${provider.id.toUpperCase().replace(/[^A-Z0-9]/g, '_')}_ID`
  throw new InvalidProvider(
    `The provider '${provider.id}' has no client id: set ${variable} or pass \`clientId\`.`,
  )
}
