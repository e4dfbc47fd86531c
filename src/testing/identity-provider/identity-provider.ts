import { refuseProduction } from '../production-refusal.js'
import type { IdentityProvider, IdentityProviderOptions } from './contract.js'
import { OpenIdProvider } from './open-id-provider.js'
import { signingKey } from './signing-key.js'

/**
 * Starts an OpenID Provider in this process. The test chooses who signs in, and which failures happen.
 *
 * @example
 * ```ts
 * import { createAuth, customFetch } from 'authwright'
 * import { oidc } from 'authwright/providers/oidc'
 * import { identityProvider } from 'authwright/testing'
 *
 * const idp = await identityProvider({ users: [{ sub: '1', name: 'Ada' }] })
 *
 * const { id: clientId, secret: clientSecret } = idp.client
 * const auth = createAuth()
 *   .provider(oidc({ id: 'idp', issuer: idp.issuer, clientId, clientSecret, [customFetch]: idp.fetch }))
 *   .build()
 *
 * const request = new Request('http://localhost/')
 * const { url, headers } = await auth.signIn('idp', { request })
 * const callback = idp.authorize(url)
 * ```
 */
export async function identityProvider(options: IdentityProviderOptions = {}): Promise<IdentityProvider> {
  refuseProduction()
  const keys = options.keys ?? [await signingKey('one', 'ES256')]
  const provider = new OpenIdProvider(options, keys)
  if (options.port !== undefined) await provider.listen(options.port)
  return provider
}
