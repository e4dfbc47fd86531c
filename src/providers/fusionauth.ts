import type { OpenIDEndpointParams } from './kinds/authorization-params.js'
import type { OIDCOverrides } from './kinds/oauth-overrides.js'
import type { OIDCProvider } from './kinds/oidc.js'
import { type OpenIDClaims, openIDUser } from './kinds/openid-claims.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** The claims of an ID token of FusionAuth. @see https://fusionauth.io/docs/lifecycle/authenticate-users/oauth/tokens */
export interface FusionAuthProfile extends OpenIDClaims {
  applicationId?: string
  /** The tenant. */
  tid?: string
  roles?: string[]
  authenticationType?: string
}

/** What {@link fusionauth} can be given in place of its defaults. */
export interface FusionAuthOptions<Id extends string = 'fusionauth', User = StandardUser>
  extends OIDCOverrides<FusionAuthProfile, Id, User, OpenIDEndpointParams> {
  /** `https://<host>`. Default: the environment variable `AUTH_FUSIONAUTH_ISSUER`. */
  readonly issuer?: string | undefined
}

/**
 * Sign-in with FusionAuth. Every option replaces a default, whole fields at a time.
 *
 * The issuer is the one of the tenant, as its page in FusionAuth shows it.
 *
 * @param options - Default: client id and secret from `AUTH_FUSIONAUTH_ID` and `AUTH_FUSIONAUTH_SECRET`, issuer from `AUTH_FUSIONAUTH_ISSUER`, scope
 * `openid profile email`, a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { fusionauth } from 'authwright/providers/fusionauth'
 *
 * export const auth = createAuth().provider(fusionauth()).build()
 * ```
 *
 * @see https://fusionauth.io/docs/lifecycle/authenticate-users/oauth/tokens
 */
export function fusionauth<const Id extends string = 'fusionauth', User extends ProviderUser = StandardUser>(
  options: FusionAuthOptions<Id, User> = {},
): OIDCProvider<FusionAuthProfile, Id, User> {
  const provider: OIDCProvider<FusionAuthProfile, 'fusionauth', StandardUser> = {
    id: 'fusionauth',
    name: 'FusionAuth',
    type: 'oidc',
    profile: openIDUser,
    style: {
      brandColor: '#f58320',
      mark: 'M12 0a1.667 1.667 0 0 0-1.666 1.666A1.667 1.667 0 0 0 12 3.334a1.667 1.667 0 0 0 1.666-1.668A1.667 1.667 0 0 0 12 0ZM9.506 1.145A11.572 11.572 0 0 0 .442 12.317a.716.716 0 0 0 1.075.618.702.702 0 0 0 .358-.6 10.136 10.136 0 0 1 5.06-8.666c.843-.486 1.75-.848 2.696-1.074a2.55 2.55 0 0 1-.125-1.452Zm8.015 1.26a.712.712 0 0 0-.695.713.704.704 0 0 0 .34.61 10.133 10.133 0 0 1 4.545 11.587c.314.046.618.15.894.309.148.084.29.183.42.293a11.573 11.573 0 0 0-5.15-13.43.715.715 0 0 0-.354-.082Zm-5.519 3.791a6.247 6.247 0 1 0 .002 12.494 6.247 6.247 0 0 0-.002-12.494Zm0 1.43a4.819 4.819 0 0 1 3.41 8.222 4.817 4.817 0 1 1-3.41-8.222Zm-.01 2.295c-1.412.014-1.896 1.887-.668 2.584l-.435 2.207a.237.237 0 0 0 .234.281h1.772a.236.236 0 0 0 .234-.281l-.438-2.207c.43-.247.694-.706.692-1.202a1.38 1.38 0 0 0-1.39-1.382zm-9.324 6.242a1.667 1.667 0 0 0-1.666 1.666 1.667 1.667 0 0 0 1.666 1.668 1.667 1.667 0 0 0 1.666-1.668 1.667 1.667 0 0 0-1.666-1.666zm18.664 0a1.667 1.667 0 0 0-1.666 1.666 1.667 1.667 0 0 0 1.666 1.668 1.667 1.667 0 0 0 1.666-1.668 1.667 1.667 0 0 0-1.666-1.666zM4.655 19.427c-.195.244-.432.45-.702.608a2.584 2.584 0 0 1-.468.207 11.576 11.576 0 0 0 14.208 2.273.713.713 0 0 0 0-1.238.704.704 0 0 0-.703-.012 10.134 10.134 0 0 1-10.052-.05 10.17 10.17 0 0 1-2.283-1.788z',
    },
  }
  return withOptions(provider, options)
}
