import type { OAuthParamsProvider, OAuthProvider } from './kinds/oauth.js'
import type { OAuthOverrides } from './kinds/oauth-overrides.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** What Reddit returns for the signed-in user. @see https://github.com/reddit-archive/reddit/wiki/OAuth2 */
export interface RedditProfile {
  id: string
  name: string
  icon_img?: string
  created_utc?: number
  has_verified_email?: boolean
  [field: string]: unknown
}

/** What Reddit documents for its authorization endpoint. @see https://github.com/reddit-archive/reddit/wiki/OAuth2#authorization */
export interface RedditAuthorizationParams {
  /** What to grant, with spaces between the values. */
  scope?: string | undefined
  /** `permanent` has a refresh token issued. Default: `temporary`. */
  duration?: 'temporary' | 'permanent' | undefined
}

/** What {@link reddit} can be given in place of its defaults. */
export interface RedditOptions<Id extends string = 'reddit', User = StandardUser>
  extends OAuthOverrides<RedditProfile, Id, User, RedditAuthorizationParams> {}

/**
 * Sign-in with Reddit. Every option replaces a default, whole fields at a time.
 *
 * Reddit gives no e-mail address. With `duration=permanent`, the token response has a refresh token.
 *
 * @param options - Default: client id and secret from `AUTH_REDDIT_ID` and `AUTH_REDDIT_SECRET`, scope `identity`,
 * a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { reddit } from 'authwright/providers/reddit'
 *
 * export const auth = createAuth().provider(reddit({ authorization: { url: 'https://www.reddit.com/api/v1/authorize', params: { scope: 'identity', duration: 'permanent' } } })).build()
 * ```
 *
 * @see https://github.com/reddit-archive/reddit/wiki/OAuth2
 */
export function reddit<const Id extends string = 'reddit', User extends ProviderUser = StandardUser>(
  options: RedditOptions<Id, User> = {},
): OAuthParamsProvider<RedditProfile, Id, User, RedditAuthorizationParams> {
  const provider: OAuthProvider<RedditProfile, 'reddit', StandardUser> = {
    id: 'reddit',
    name: 'Reddit',
    type: 'oauth',
    authorization: { url: 'https://www.reddit.com/api/v1/authorize', params: { scope: 'identity' } },
    token: 'https://www.reddit.com/api/v1/access_token',
    userinfo: 'https://oauth.reddit.com/api/v1/me',
    // Reddit documents no PKCE.
    checks: ['state'],
    profile: ({ id, name, icon_img }) => ({
      id,
      name,
      email: null,
      // Reddit escapes the address as HTML.
      image: icon_img?.replaceAll('&amp;', '&') || null,
    }),
    style: { brandColor: '#ff4500' },
  }
  return withOptions(provider, options)
}
