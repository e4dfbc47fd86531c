import { defineOIDCProvider } from './kinds/define-provider.js'
import { type OpenIDClaims, openIDUser } from './kinds/openid-claims.js'

/** The claims of ZITADEL's UserInfo responses. @see https://zitadel.com/docs/apis/openidoauth/claims */
export interface ZitadelProfile extends OpenIDClaims {
  'urn:zitadel:iam:user:resourceowner:id'?: string
  'urn:zitadel:iam:user:resourceowner:name'?: string
  /** The roles of the user, with the organizations that granted them. */
  'urn:zitadel:iam:org:project:roles'?: Record<string, Record<string, string>>
}

/**
 * Sign-in with ZITADEL.
 *
 * The issuer is `https://<instance>.zitadel.cloud`, or the URL of your own instance. The profile comes from
 * the UserInfo endpoint.
 *
 * @see https://zitadel.com/docs/apis/openidoauth/claims
 */
export const zitadel = defineOIDCProvider<ZitadelProfile>()({
  id: 'zitadel',
  name: 'ZITADEL',
  // By default, ID tokens contain no profile claims.
  idToken: false,
  // `aud` also contains the project and its other applications: https://github.com/zitadel/zitadel/issues/9200
  allowOtherAudiences: true,
  profile: openIDUser,
  style: { brandColor: '#5282c1' },
})
