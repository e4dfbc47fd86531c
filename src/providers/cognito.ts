import type { OpenIDParams } from './kinds/authorization-params.js'
import type { OIDCOverrides } from './kinds/oauth-overrides.js'
import type { OIDCProvider } from './kinds/oidc.js'
import { type OpenIDClaims, openIDUser } from './kinds/openid-claims.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** The claims of an ID token of Amazon Cognito. @see https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-id-token.html */
export interface CognitoProfile extends OpenIDClaims {
  'cognito:username'?: string
  'cognito:groups'?: string[]
  'cognito:roles'?: string[]
  'cognito:preferred_role'?: string
  /** Always `id`. */
  token_use?: string
}

/** What Amazon Cognito documents for its authorization endpoint. @see https://docs.aws.amazon.com/cognito/latest/developerguide/authorization-endpoint.html */
export interface CognitoAuthorizationParams extends OpenIDParams {
  /** The identity provider to sign in by, such as `Google`, in place of the page of Cognito. */
  identity_provider?: string | undefined
  /** An identifier of the identity provider, such as the domain of a company. */
  idp_identifier?: string | undefined
  /** The language of the pages. */
  lang?: string | undefined
}

/** What {@link cognito} can be given in place of its defaults. */
export interface CognitoOptions<Id extends string = 'cognito', User = StandardUser>
  extends OIDCOverrides<CognitoProfile, Id, User, CognitoAuthorizationParams> {
  /** `https://cognito-idp.<region>.amazonaws.com/<user pool id>`. Default: the environment variable `AUTH_COGNITO_ISSUER`. */
  readonly issuer?: string | undefined
}

/**
 * Sign-in with Amazon Cognito. Every option replaces a default, whole fields at a time.
 *
 * @param options - Default: client id and secret from `AUTH_COGNITO_ID` and `AUTH_COGNITO_SECRET`, issuer from `AUTH_COGNITO_ISSUER`, scope
 * `openid profile email`, a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { cognito } from 'authwright/providers/cognito'
 *
 * export const auth = createAuth().provider(cognito({ authorization: { params: { identity_provider: 'Google' } } })).build()
 * ```
 *
 * @see https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-id-token.html
 */
export function cognito<const Id extends string = 'cognito', User extends ProviderUser = StandardUser>(
  options: CognitoOptions<Id, User> = {},
): OIDCProvider<CognitoProfile, Id, User, CognitoAuthorizationParams> {
  const provider: OIDCProvider<CognitoProfile, 'cognito', StandardUser> = {
    id: 'cognito',
    name: 'Amazon Cognito',
    type: 'oidc',
    profile: openIDUser,
    // https://docs.aws.amazon.com/cognito/latest/developerguide/logout-endpoint.html
    endSession: { redirectParam: 'logout_uri' },
    style: { brandColor: '#c17b9e' },
  }
  return withOptions(provider, options)
}
