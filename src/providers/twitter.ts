import { defineOAuthProvider } from './kinds/define-provider.js'
import { twitterMark } from './kinds/logos.js'

/** The profile of the signed-in user at X. @see https://docs.x.com/x-api/users/get-my-user */
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

/**
 * Sign-in with X.
 *
 * For an e-mail address, allow "Request email from users" in the developer portal. Add the scope `users.email`, and the user field
 * `confirmed_email` in `userinfo.params`. Without the scope, X refuses a request for this field.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { twitter } from 'authwright/providers/twitter'
 *
 * export const auth = createAuth()
 *   .provider(
 *     twitter({
 *       authorization: { params: { scope: 'users.read tweet.read users.email' } },
 *       userinfo: { params: { 'user.fields': 'profile_image_url,confirmed_email' } },
 *     }),
 *   )
 *   .build()
 * ```
 *
 * @see https://docs.x.com/x-api/users/get-my-user
 */
export const twitter = defineOAuthProvider<TwitterProfile>()({
  id: 'twitter',
  name: 'X',
  authorization: {
    url: 'https://x.com/i/oauth2/authorize',
    params: { scope: 'users.read tweet.read offline.access' },
  },
  token: 'https://api.x.com/2/oauth2/token',
  userinfo: {
    url: 'https://api.x.com/2/users/me',
    // `confirmed_email` requires the scope `users.email`: https://github.com/unasuke/omniauth-twitter2/pull/17
    params: { 'user.fields': 'profile_image_url' },
  },
  profile: ({ data: { id, name, confirmed_email, profile_image_url } }) => ({
    id,
    name,
    email: confirmed_email ?? null,
    image: profile_image_url ?? null,
  }),
  // X returns only a confirmed e-mail address: https://docs.x.com/x-api/fundamentals/data-dictionary#user
  verifiedEmail: ({ data }) => data.confirmed_email,
  style: { brandColor: '#000000', mark: twitterMark },
})
