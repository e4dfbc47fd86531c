import { defineOIDCProvider } from './kinds/define-provider.js'
import { oktaMark } from './kinds/logos.js'
import { type OpenIDClaims, openIDUser } from './kinds/openid-claims.js'

/** The claims of Okta's ID tokens. @see https://developer.okta.com/docs/api/openapi/okta-oauth/guides/overview/ */
export interface OktaProfile extends OpenIDClaims {
  idp?: string
  amr?: string[]
  ver?: number
}

/**
 * Sign-in with Okta.
 *
 * The issuer is `https://<organization>.okta.com`, or `https://<organization>.okta.com/oauth2/<id>` for a custom authorization server.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { okta } from 'authwright/providers/okta'
 *
 * export const auth = createAuth()
 *   .provider(okta({ authorization: { params: { scope: 'openid profile email groups' } } }))
 *   .build()
 * ```
 *
 * @see https://developer.okta.com/docs/api/openapi/okta-oauth/guides/overview/
 */
export const okta = defineOIDCProvider<OktaProfile>()({
  id: 'okta',
  name: 'Okta',
  profile: openIDUser,
  style: { brandColor: '#00297a', mark: oktaMark },
})
