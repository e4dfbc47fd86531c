import { InvalidProvider } from '../../../errors.js'
import type { OAuthProviderFields } from '../../../providers/kinds/oauth.js'
import type { OIDCProvider } from '../../../providers/kinds/oidc.js'
import type { Provider } from '../../../providers/kinds/provider.js'
import { providerVariable } from '../../config/provider-variable.js'

/** An OAuth or OpenID Connect provider whose client is known: environment and defaults are applied. */
// biome-ignore lint/suspicious/noExplicitAny: each provider has types of its own, as what callbacks take and as what they return; only any fits them all.
export type ReadyOAuthProvider = OAuthProviderFields<any, string, any> & {
  readonly type: 'oauth' | 'oidc'
  readonly name: string
  readonly clientId: string
  readonly idToken: OIDCProvider['idToken']
}

/** The OAuth or OpenID Connect provider with its client. Throws `InvalidProvider` if the client id is missing. */
export function asOAuthProvider(provider: Provider): ReadyOAuthProvider | undefined {
  if (provider.type !== 'oauth' && provider.type !== 'oidc') return undefined
  if (provider.clientId) return provider as ReadyOAuthProvider
  throw new InvalidProvider(
    `The provider '${provider.id}' has no client id: set ${providerVariable(provider.id, 'ID')} or pass \`clientId\`.`,
  )
}
