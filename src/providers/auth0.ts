import type { OpenIDParams } from './kinds/authorization-params.js'
import type { OIDCOverrides } from './kinds/oauth-overrides.js'
import type { OIDCProvider } from './kinds/oidc.js'
import { type OpenIDClaims, openIDUser } from './kinds/openid-claims.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** The claims of an ID token of Auth0. @see https://auth0.com/docs/secure/tokens/id-tokens/id-token-structure */
export interface Auth0Profile extends OpenIDClaims {
  /** The session at Auth0. */
  sid?: string
  /** The organization that the user signed in to. */
  org_id?: string
  org_name?: string
}

/** What Auth0 documents for its authorization endpoint. @see https://auth0.com/docs/api/authentication/login/authorization-code-flow */
export interface Auth0AuthorizationParams extends OpenIDParams {
  /** The API that the access token is for. Without it, the access token is opaque. */
  audience?: string | undefined
  /** The connection to sign in by, such as `google-oauth2`, in place of Auth0's page. */
  connection?: string | undefined
  /** The scope that Auth0 requests from the connection. */
  connection_scope?: string | undefined
  /** The id or the name of the organization to sign in to. */
  organization?: string | undefined
  /** The ticket of an invitation to an organization. */
  invitation?: string | undefined
  /** `signup` opens the page at which an account is created. */
  screen_hint?: 'signup' | 'login' | undefined
}

/** What {@link auth0} can be given in place of its defaults. */
export interface Auth0Options<Id extends string = 'auth0', User = StandardUser>
  extends OIDCOverrides<Auth0Profile, Id, User, Auth0AuthorizationParams> {
  /** `https://<tenant>.<region>.auth0.com/`. Default: the environment variable `AUTH_AUTH0_ISSUER`. */
  readonly issuer?: string | undefined
}

/**
 * Sign-in with Auth0. Every option replaces a default, whole fields at a time.
 *
 * The issuer ends with a slash.
 *
 * @param options - Default: client id and secret from `AUTH_AUTH0_ID` and `AUTH_AUTH0_SECRET`, issuer from `AUTH_AUTH0_ISSUER`, scope
 * `openid profile email`, a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { auth0 } from 'authwright/providers/auth0'
 *
 * export const auth = createAuth().provider(auth0({ authorization: { params: { organization: 'org_2n7a' } } })).build()
 * ```
 *
 * @see https://auth0.com/docs/secure/tokens/id-tokens/id-token-structure
 */
export function auth0<const Id extends string = 'auth0', User extends ProviderUser = StandardUser>(
  options: Auth0Options<Id, User> = {},
): OIDCProvider<Auth0Profile, Id, User, Auth0AuthorizationParams> {
  const provider: OIDCProvider<Auth0Profile, 'auth0', StandardUser> = {
    id: 'auth0',
    name: 'Auth0',
    type: 'oidc',
    profile: openIDUser,
    // Tenants publish an `end_session_endpoint` where that is turned on: https://auth0.com/docs/api/authentication/logout/auth-0-logout
    endSession: { url: '{issuer}/v2/logout', redirectParam: 'returnTo' },
    style: {
      brandColor: '#eb5424',
      mark: 'M21.98 7.448L19.62 0H4.347L2.02 7.448c-1.352 4.312.03 9.206 3.815 12.015L12.007 24l6.157-4.552c3.755-2.81 5.182-7.688 3.815-12.015l-6.16 4.58 2.343 7.45-6.157-4.597-6.158 4.58 2.358-7.433-6.188-4.55 7.63-.045L12.008 0l2.356 7.404 7.615.044z',
    },
  }
  return withOptions(provider, options)
}
