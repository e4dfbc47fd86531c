import { defineOAuthProvider } from './kinds/define-provider.js'
import { fullName } from './kinds/full-name.js'

/** The profile of the signed-in user at Zoom. @see https://developers.zoom.us/docs/api/users/#tag/users/GET/users/{userId} */
export interface ZoomProfile {
  id: string
  first_name: string
  last_name: string
  display_name?: string
  email: string
  /** `1` if Zoom has verified the account. Zoom does not document whether this also covers `email`. */
  verified?: number
  pic_url?: string
  account_id?: string
  timezone?: string
  [field: string]: unknown
}

/**
 * Sign-in with Zoom.
 *
 * @see https://developers.zoom.us/docs/api/users/#tag/users/GET/users/{userId}
 */
export const zoom = defineOAuthProvider<ZoomProfile>()({
  id: 'zoom',
  name: 'Zoom',
  authorization: { url: 'https://zoom.us/oauth/authorize', params: { scope: '' } },
  token: 'https://zoom.us/oauth/token',
  userinfo: 'https://api.zoom.us/v2/users/me',
  profile: ({ id, first_name, last_name, email, pic_url }) => ({
    id,
    name: fullName(first_name, last_name),
    email,
    image: pic_url ?? null,
  }),
  style: { brandColor: '#0b5cff' },
})
