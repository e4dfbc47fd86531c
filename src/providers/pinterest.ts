import { defineOAuthProvider } from './kinds/define-provider.js'
import { pinterestMark } from './kinds/logos.js'

/** The profile of the signed-in user at Pinterest. @see https://developers.pinterest.com/docs/api/v5/user_account-get/ */
export interface PinterestProfile {
  id: string
  username: string
  account_type: string
  business_name?: string | null
  profile_image?: string | null
  website_url?: string | null
  [field: string]: unknown
}

/**
 * Sign-in with Pinterest.
 *
 * Pinterest provides no e-mail address.
 *
 * @see https://developers.pinterest.com/docs/api/v5/user_account-get/
 */
export const pinterest = defineOAuthProvider<PinterestProfile>()({
  id: 'pinterest',
  name: 'Pinterest',
  authorization: { url: 'https://www.pinterest.com/oauth/', params: { scope: 'user_accounts:read' } },
  token: 'https://api.pinterest.com/v5/oauth/token',
  userinfo: 'https://api.pinterest.com/v5/user_account',
  // Pinterest does not document PKCE.
  checks: ['state'],
  profile: ({ id, username, profile_image }) => ({
    // A user name can later belong to another user.
    id,
    name: username,
    email: null,
    image: profile_image ?? null,
  }),
  style: { brandColor: '#bd081c', mark: pinterestMark },
})
