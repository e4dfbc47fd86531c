import type { OpenIDEndpointParams } from './kinds/authorization-params.js'
import type { OIDCOverrides } from './kinds/oauth-overrides.js'
import type { OIDCProvider } from './kinds/oidc.js'
import { type OpenIDClaims, openIDUser } from './kinds/openid-claims.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** The claims of an ID token of Ping Identity. @see https://developer.pingidentity.com/pingone-api/foundations/authentication-concepts/access-tokens-and-id-tokens/token-claims.html */
export interface PingIdProfile extends OpenIDClaims {
  /** The policy by which the user authenticated. */
  acr?: string
  sid?: string
}

/** What {@link pingId} can be given in place of its defaults. */
export interface PingIdOptions<Id extends string = 'ping-id', User = StandardUser>
  extends OIDCOverrides<PingIdProfile, Id, User, OpenIDEndpointParams> {
  /** `https://auth.pingone.<region>/<environment id>/as`. Default: the environment variable `AUTH_PING_ID_ISSUER`. */
  readonly issuer?: string | undefined
}

/**
 * Sign-in with Ping Identity. Every option replaces a default, whole fields at a time.
 *
 * @param options - Default: client id and secret from `AUTH_PING_ID_ID` and `AUTH_PING_ID_SECRET`, issuer from `AUTH_PING_ID_ISSUER`, scope
 * `openid profile email`, a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { pingId } from 'authwright/providers/ping-id'
 *
 * export const auth = createAuth().provider(pingId()).build()
 * ```
 *
 * @see https://developer.pingidentity.com/pingone-api/foundations/authentication-concepts/access-tokens-and-id-tokens/token-claims.html
 */
export function pingId<const Id extends string = 'ping-id', User extends ProviderUser = StandardUser>(
  options: PingIdOptions<Id, User> = {},
): OIDCProvider<PingIdProfile, Id, User> {
  const provider: OIDCProvider<PingIdProfile, 'ping-id', StandardUser> = {
    id: 'ping-id',
    name: 'Ping Identity',
    type: 'oidc',
    profile: openIDUser,
    style: { brandColor: '#b3282d' },
  }
  return withOptions(provider, options)
}
