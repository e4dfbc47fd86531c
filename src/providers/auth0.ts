import { defineOIDCProvider } from './kinds/define-provider.js'
import { auth0Mark } from './kinds/logos.js'
import { type OpenIDClaims, openIDUser } from './kinds/openid-claims.js'
import type { OpenIDParams } from './kinds/openid-params.js'
import type { StandardUser } from './kinds/standard-user.js'

/** The claims of Auth0's ID tokens. @see https://auth0.com/docs/secure/tokens/id-tokens/id-token-structure */
export interface Auth0Profile extends OpenIDClaims {
  sid?: string
  org_id?: string
  /** The name of the organization that the user signed in to, if the tenant adds it. */
  org_name?: string
}

/** The parameters of Auth0's authorization endpoint. @see https://auth0.com/docs/api/authentication/login/authorization-code-flow */
export interface Auth0AuthorizationParams extends OpenIDParams {
  /** The API that the access token is for. Without it, the access token is opaque. */
  audience?: string | undefined
  /** The connection to sign in with, such as `google-oauth2`, instead of Auth0's page. */
  connection?: string | undefined
  /** The scope that Auth0 requests from the connection. */
  connection_scope?: string | undefined
  /** The id or the name of the organization to sign in to. */
  organization?: string | undefined
  /** The ticket of an invitation to an organization. */
  invitation?: string | undefined
  /** `signup` opens the page that creates an account. */
  screen_hint?: 'signup' | 'login' | undefined
}

/**
 * Sign-in with Auth0.
 *
 * The issuer is `https://<tenant>.<region>.auth0.com/`, with a trailing slash.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { auth0 } from 'authwright/providers/auth0'
 *
 * export const auth = createAuth()
 *   .provider(auth0({ authorization: { params: { organization: 'org_2n7a' } } }))
 *   .build()
 * ```
 *
 * @see https://auth0.com/docs/secure/tokens/id-tokens/id-token-structure
 */
export const auth0 = defineOIDCProvider<Auth0Profile, StandardUser, Auth0AuthorizationParams>()({
  id: 'auth0',
  name: 'Auth0',
  profile: openIDUser,
  // This URL is used if the tenant has not enabled its `end_session_endpoint`:
  // https://auth0.com/docs/api/authentication/logout/auth-0-logout
  endSession: { url: '{issuer}/v2/logout', redirectParam: 'returnTo' },
  style: { brandColor: '#eb5424', mark: auth0Mark },
})
