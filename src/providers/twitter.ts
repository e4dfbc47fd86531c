import type { OAuthProvider } from './kinds/oauth.js'
import type { OAuthOverrides } from './kinds/oauth-overrides.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** What X returns for the signed-in user. @see https://docs.x.com/x-api/users/get-my-user */
export interface TwitterProfile {
  data: {
    id: string
    name: string
    username: string
    profile_image_url?: string
    /** Present with the scope `users.email` and the user field `confirmed_email`. */
    confirmed_email?: string
    [field: string]: unknown
  }
  [field: string]: unknown
}

/** What {@link twitter} can be given in place of its defaults. */
export interface TwitterOptions<Id extends string = 'twitter', User = StandardUser>
  extends OAuthOverrides<TwitterProfile, Id, User> {}

/**
 * Sign-in with X. Every option replaces a default, whole fields at a time.
 *
 * For an e-mail address, allow "Request email from users" in the developer portal and add the scope `users.email`.
 *
 * @param options - Default: client id and secret from `AUTH_TWITTER_ID` and `AUTH_TWITTER_SECRET`, scope `users.read tweet.read offline.access`,
 * a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { twitter } from 'authwright/providers/twitter'
 *
 * export const auth = createAuth().provider(twitter()).build()
 * ```
 *
 * @see https://docs.x.com/x-api/users/get-my-user
 */
export function twitter<const Id extends string = 'twitter', User extends ProviderUser = StandardUser>(
  options: TwitterOptions<Id, User> = {},
): OAuthProvider<TwitterProfile, Id, User> {
  const provider: OAuthProvider<TwitterProfile, 'twitter', StandardUser> = {
    id: 'twitter',
    name: 'X',
    type: 'oauth',
    authorization: {
      url: 'https://x.com/i/oauth2/authorize',
      params: { scope: 'users.read tweet.read offline.access' },
    },
    token: 'https://api.x.com/2/oauth2/token',
    userinfo: {
      url: 'https://api.x.com/2/users/me',
      params: { 'user.fields': 'profile_image_url,confirmed_email' },
    },
    profile: ({ data: { id, name, confirmed_email, profile_image_url } }) => ({
      id,
      name,
      email: confirmed_email ?? null,
      image: profile_image_url ?? null,
    }),
    // The address is a confirmed one: https://docs.x.com/x-api/fundamentals/data-dictionary#user
    emailVerified: ({ data }) => Boolean(data.confirmed_email),
    style: {
      brandColor: '#000000',
      mark: 'M14.234 10.162 22.977 0h-2.072l-7.591 8.824L7.251 0H.258l9.168 13.343L.258 24H2.33l8.016-9.318L16.749 24h6.993zm-2.837 3.299-.929-1.329L3.076 1.56h3.182l5.965 8.532.929 1.329 7.754 11.09h-3.182z',
    },
  }
  return withOptions(provider, options)
}
