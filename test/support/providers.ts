import { type CredentialsOptions, credentials } from '../../src/providers/credentials.js'
import type { CredentialFields, CredentialsProvider } from '../../src/providers/kinds/credentials.js'
import type { OAuthProvider } from '../../src/providers/kinds/oauth.js'
import type { OIDCProvider } from '../../src/providers/kinds/oidc.js'
import type { ProviderUser } from '../../src/providers/kinds/provider-user.js'
import { type OAuthOptions, oauth } from '../../src/providers/oauth.js'
import { type OIDCOptions, oidc } from '../../src/providers/oidc.js'

const client = { id: 'acme', name: 'Acme', clientId: 'client', clientSecret: 's-e_c.r*et' }

/** The provider of an application that is a client of `IdentityProvider`. */
export function acme(overrides: Partial<OIDCOptions<string>> = {}): OIDCProvider {
  return oidc({ ...client, issuer: 'https://idp.test', ...overrides })
}

/** The same client without OpenID Connect: its userinfo endpoint identifies the user. */
export function acmeOAuth(overrides: Partial<OAuthOptions<string>> = {}): OAuthProvider {
  const provider = oauth({
    ...client,
    authorization: 'https://idp.test/authorize',
    token: 'https://idp.test/token',
    userinfo: 'https://idp.test/userinfo',
    ...overrides,
  })
  // The endpoints are set even if the test replaces them.
  return provider as OAuthProvider
}

/** `credentials()` with options that are put together at run time. */
export function credentialsWith(options: Partial<CredentialsProvider>): CredentialsProvider {
  // The types depend on the fields of a form, which are known only at run time.
  return credentials(options as CredentialsOptions<CredentialFields, string, ProviderUser>)
}
