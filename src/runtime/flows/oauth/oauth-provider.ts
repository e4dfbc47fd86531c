import type { OAuthProviderFields } from '../../../providers/kinds/oauth.js'
import type { OIDCProvider } from '../../../providers/kinds/oidc.js'

/** An OAuth or OpenID Connect provider whose client is known: environment and defaults are applied. */
// biome-ignore lint/suspicious/noExplicitAny: each provider has types of its own, as what callbacks take and as what they return; only any fits them all.
export type ReadyOAuthProvider = OAuthProviderFields<any, string, any> & {
  readonly type: 'oauth' | 'oidc'
  readonly name: string
  readonly clientId: string
  readonly idToken: OIDCProvider['idToken']
}
