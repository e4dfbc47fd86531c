import type { OAuthProvider } from './kinds/oauth.js'
import type { OAuthOverrides } from './kinds/oauth-overrides.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** What FACEIT returns for the signed-in user. @see https://docs.faceit.com/docs/auth/faceit-connect/introduction/ */
export interface FaceitProfile {
  guid: string
  nickname: string
  given_name?: string
  family_name?: string
  email?: string
  email_verified?: boolean
  picture?: string
  locale?: string
  [field: string]: unknown
}

/** What {@link faceit} can be given in place of its defaults. */
export interface FaceitOptions<Id extends string = 'faceit', User = StandardUser>
  extends OAuthOverrides<FaceitProfile, Id, User> {}

/**
 * Sign-in with FACEIT. Every option replaces a default, whole fields at a time.
 *
 * @param options - Default: client id and secret from `AUTH_FACEIT_ID` and `AUTH_FACEIT_SECRET`, scope `openid profile email`,
 * a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { faceit } from 'authwright/providers/faceit'
 *
 * export const auth = createAuth().provider(faceit()).build()
 * ```
 *
 * @see https://docs.faceit.com/docs/auth/faceit-connect/introduction/
 */
export function faceit<const Id extends string = 'faceit', User extends ProviderUser = StandardUser>(
  options: FaceitOptions<Id, User> = {},
): OAuthProvider<FaceitProfile, Id, User> {
  const provider: OAuthProvider<FaceitProfile, 'faceit', StandardUser> = {
    id: 'faceit',
    name: 'FACEIT',
    type: 'oauth',
    authorization: {
      url: 'https://accounts.faceit.com/accounts',
      params: { scope: 'openid profile email', redirect_popup: 'true' },
    },
    token: 'https://api.faceit.com/auth/v1/oauth/token',
    userinfo: 'https://api.faceit.com/auth/v1/resources/userinfo',
    profile: ({ guid, nickname, email, picture }) => ({
      id: guid,
      name: nickname,
      email: email ?? null,
      image: picture || null,
    }),
    style: {
      brandColor: '#ff5500',
      mark: 'M23.999 2.705a.167.167 0 00-.312-.1 1141.27 1141.27 0 00-6.053 9.375H.218c-.221 0-.301.282-.11.352 7.227 2.73 17.667 6.836 23.5 9.134.15.06.39-.08.39-.18z',
    },
  }
  return withOptions(provider, options)
}
