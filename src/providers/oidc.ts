import type { Profile } from '../model/user.js'
import { oidc as oidcFeature } from '../runtime/features/oidc/feature.js'
import type { OIDCProvider } from './kinds/oidc.js'
import type { OpenIDEndpointParams } from './kinds/openid-params.js'
import type { OIDCOverrides } from './kinds/provider-overrides.js'
import type { ProviderUser } from './kinds/provider-user.js'

/** Options of {@link oidc}. */
export interface OIDCOptions<Id extends string, Raw = Profile, User = ProviderUser>
  extends OIDCOverrides<Raw, Id, User, OpenIDEndpointParams> {
  /** The id of the provider, used in routes and environment variables. */
  readonly id: Id
  /** The issuer identifier. Default: the environment variable `AUTH_<ID>_ISSUER`. */
  readonly issuer?: string | undefined
}

/**
 * Defines an OpenID Connect provider. Its ID token identifies the user. Endpoints that are not configured are discovered from the issuer.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { oidc } from 'authwright/providers/oidc'
 *
 * export const auth = createAuth()
 *   .provider(oidc({ id: 'acme', issuer: 'https://login.acme.example' }))
 *   .build()
 * ```
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html#CodeFlowAuth
 */
export function oidc<const Id extends string, Raw = Profile, User extends ProviderUser = ProviderUser>(
  options: OIDCOptions<Id, Raw, User>,
): OIDCProvider<Raw, Id, User> {
  const provider = { ...options, type: 'oidc' as const, '~feature': oidcFeature }
  return provider
}
