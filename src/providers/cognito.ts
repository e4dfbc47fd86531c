import { defineOIDCProvider } from './kinds/define-provider.js'
import { type OpenIDClaims, openIDUser } from './kinds/openid-claims.js'
import type { OpenIDParams } from './kinds/openid-params.js'
import type { StandardUser } from './kinds/standard-user.js'

/** The claims of Amazon Cognito's ID tokens. @see https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-id-token.html */
export interface CognitoProfile extends OpenIDClaims {
  'cognito:username'?: string
  'cognito:groups'?: string[]
  /** ARNs of the IAM roles of the user's groups. */
  'cognito:roles'?: string[]
  /** ARN of the IAM role of the group with the highest precedence. */
  'cognito:preferred_role'?: string
  token_use?: string
}

/** The parameters of Amazon Cognito's authorization endpoint. @see https://docs.aws.amazon.com/cognito/latest/developerguide/authorization-endpoint.html */
export interface CognitoAuthorizationParams extends OpenIDParams {
  /** The identity provider to sign in with, such as `Google`, instead of the page of Cognito. */
  identity_provider?: string | undefined
  /** An identifier of the identity provider, such as the domain of a company. */
  idp_identifier?: string | undefined
  lang?: string | undefined
}

/**
 * Sign-in with Amazon Cognito.
 *
 * The issuer is `https://cognito-idp.<region>.amazonaws.com/<user pool id>`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { cognito } from 'authwright/providers/cognito'
 *
 * export const auth = createAuth()
 *   .provider(cognito({ authorization: { params: { identity_provider: 'Google' } } }))
 *   .build()
 * ```
 *
 * @see https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-id-token.html
 */
export const cognito = defineOIDCProvider<CognitoProfile, StandardUser, CognitoAuthorizationParams>()({
  id: 'cognito',
  name: 'Amazon Cognito',
  profile: openIDUser,
  // The UserInfo endpoint returns `email_verified` as a string:
  // https://docs.aws.amazon.com/cognito/latest/developerguide/userinfo-endpoint.html
  verifiedEmail: ({ email, email_verified }) => (String(email_verified) === 'true' ? email : null),
  // https://docs.aws.amazon.com/cognito/latest/developerguide/logout-endpoint.html
  endSession: { redirectParam: 'logout_uri' },
  style: { brandColor: '#c17b9e' },
})
