import { InvalidProvider } from '../../../errors.js'
import type { OAuthProviderFields } from '../../../providers/kinds/oauth.js'
import type { OIDCProvider } from '../../../providers/kinds/oidc.js'
import type { Provider } from '../../../providers/kinds/provider.js'
import { lacksIssuer } from '../../config/endpoint-placeholders.js'
import { providerVariable } from '../../config/environment.js'

/** An OAuth or OpenID Connect provider whose client is known: environment and defaults are applied. */
// biome-ignore lint/suspicious/noExplicitAny: each provider has types of its own, as what callbacks take and as what they return; only any fits them all.
export type ReadyOAuthProvider = OAuthProviderFields<any, string, any> & {
  readonly type: 'oauth' | 'oidc'
  readonly name: string
  readonly clientId: string
  readonly idToken: OIDCProvider['idToken']
  readonly tokenIssuer: OIDCProvider['tokenIssuer']
  readonly userParameter: OIDCProvider['userParameter']
  readonly tenants: OIDCProvider['tenants']
}

/**
 * The OAuth or OpenID Connect provider with its client. Throws `InvalidProvider` if the client id is missing, or the issuer where
 * it needs one.
 */
export function asOAuthProvider(provider: Provider): ReadyOAuthProvider | undefined {
  if (provider.type !== 'oauth' && provider.type !== 'oidc') return undefined
  const { id, type, clientId, issuer } = provider
  if (!clientId) {
    throw new InvalidProvider(
      `The provider '${id}' has no client id: set ${providerVariable(id, 'ID')} or pass \`clientId\`.`,
    )
  }
  if (type === 'oidc' ? issuer === undefined : lacksIssuer(provider)) {
    throw new InvalidProvider(
      `The provider '${id}' has no issuer: set ${providerVariable(id, 'ISSUER')} or pass \`issuer\`.`,
    )
  }
  return provider as ReadyOAuthProvider
}
