import { defineOIDCProvider } from './kinds/define-provider.js'
import { type OpenIDClaims, openIDUser } from './kinds/openid-claims.js'

/** The claims of Kinde's ID tokens. @see https://docs.kinde.com/build/tokens/about-id-tokens/ */
export interface KindeProfile extends OpenIDClaims {
  org_codes?: string[]
}

/**
 * Sign-in with Kinde.
 *
 * The issuer is `https://<subdomain>.kinde.com`. ID tokens contain the domain of the business as a second audience. Tokens with this
 * audience are accepted if `azp` is the client.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { kinde } from 'authwright/providers/kinde'
 *
 * export const auth = createAuth()
 *   .provider(kinde({ authorization: { params: { org_code: 'org_1a2b' } } }))
 *   .build()
 * ```
 *
 * @see https://docs.kinde.com/build/tokens/about-id-tokens/
 */
export const kinde = defineOIDCProvider<KindeProfile>()({
  id: 'kinde',
  name: 'Kinde',
  client: { token_endpoint_auth_method: 'client_secret_post' },
  // `aud` also contains the domain of the Kinde business:
  // https://github.com/kinde-oss/kinde-typescript-sdk/blob/574dab467fbc9d1c9eea721d98bab6c2a40c47a7/lib/__tests__/mocks.ts
  allowOtherAudiences: true,
  profile: openIDUser,
  style: { brandColor: '#0f0f0f' },
})
