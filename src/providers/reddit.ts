import { defineOAuthProvider } from './kinds/define-provider.js'
import { redditMark } from './kinds/logos.js'
import type { StandardUser } from './kinds/standard-user.js'

/** The profile of the signed-in user at Reddit. @see https://github.com/reddit-archive/reddit/wiki/OAuth2 */
export interface RedditProfile {
  id: string
  /** The user name, which never changes. */
  name: string
  icon_img?: string
  created_utc?: number
  /** Reddit does not say which e-mail address it has verified. */
  has_verified_email?: boolean
  [field: string]: unknown
}

/** The parameters of Reddit's authorization endpoint. @see https://github.com/reddit-archive/reddit/wiki/OAuth2#authorization */
export interface RedditAuthorizationParams {
  scope?: string | undefined
  /** `permanent` requests a refresh token. Default: `temporary`. */
  duration?: 'temporary' | 'permanent' | undefined
}

/**
 * Sign-in with Reddit.
 *
 * Reddit provides no e-mail address. With `duration: 'permanent'`, it issues a refresh token.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { reddit } from 'authwright/providers/reddit'
 *
 * export const auth = createAuth()
 *   .provider(reddit({ authorization: { params: { duration: 'permanent' } } }))
 *   .build()
 * ```
 *
 * @see https://github.com/reddit-archive/reddit/wiki/OAuth2
 */
export const reddit = defineOAuthProvider<RedditProfile, StandardUser, RedditAuthorizationParams>()({
  id: 'reddit',
  name: 'Reddit',
  authorization: { url: 'https://www.reddit.com/api/v1/authorize', params: { scope: 'identity' } },
  token: 'https://www.reddit.com/api/v1/access_token',
  userinfo: 'https://oauth.reddit.com/api/v1/me',
  revocation: 'https://www.reddit.com/api/v1/revoke_token',
  // Reddit does not document PKCE.
  checks: ['state'],
  profile: ({ id, name, icon_img }) => ({
    id,
    name,
    email: null,
    // Reddit escapes the URL as HTML.
    image: icon_img?.replaceAll('&amp;', '&') || null,
  }),
  style: { brandColor: '#ff4500', mark: redditMark },
})
