import type { OAuthProvider } from './kinds/oauth.js'
import type { OAuthOverrides } from './kinds/oauth-overrides.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** What WordPress.com returns for the signed-in user. @see https://developer.wordpress.com/docs/api/1.1/get/me/ */
export interface WordPressProfile {
  ID: number
  display_name: string
  username: string
  email: string
  email_verified?: boolean
  avatar_URL: string
  [field: string]: unknown
}

/** What {@link wordpress} can be given in place of its defaults. */
export interface WordPressOptions<Id extends string = 'wordpress', User = StandardUser>
  extends OAuthOverrides<WordPressProfile, Id, User> {}

/**
 * Sign-in with WordPress.com. Every option replaces a default, whole fields at a time.
 *
 * @param options - Default: client id and secret from `AUTH_WORDPRESS_ID` and `AUTH_WORDPRESS_SECRET`, scope `auth`,
 * a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { wordpress } from 'authwright/providers/wordpress'
 *
 * export const auth = createAuth().provider(wordpress()).build()
 * ```
 *
 * @see https://developer.wordpress.com/docs/api/1.1/get/me/
 */
export function wordpress<const Id extends string = 'wordpress', User extends ProviderUser = StandardUser>(
  options: WordPressOptions<Id, User> = {},
): OAuthProvider<WordPressProfile, Id, User> {
  const provider: OAuthProvider<WordPressProfile, 'wordpress', StandardUser> = {
    id: 'wordpress',
    name: 'WordPress.com',
    type: 'oauth',
    authorization: {
      url: 'https://public-api.wordpress.com/oauth2/authorize',
      params: { scope: 'auth' },
    },
    token: 'https://public-api.wordpress.com/oauth2/token',
    userinfo: 'https://public-api.wordpress.com/rest/v1.1/me',
    // WordPress.com documents no PKCE for applications with a secret.
    checks: ['state'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ ID, display_name, email, email_verified, avatar_URL }) => ({
      id: ID.toString(),
      name: display_name,
      email: email_verified === false ? null : email,
      image: avatar_URL,
    }),
    style: { brandColor: '#0675c4' },
  }
  return withOptions(provider, options)
}
