import { defineOAuthProvider } from './kinds/define-provider.js'
import { clickUpMark } from './kinds/logos.js'

/** The profile of the signed-in user at ClickUp. @see https://developer.clickup.com/reference/getauthorizeduser */
export interface ClickUpProfile {
  user: {
    id: number
    username: string
    email?: string
    color: string | null
    profilePicture: string | null
    [field: string]: unknown
  }
  [field: string]: unknown
}

/**
 * Sign-in with ClickUp.
 *
 * @see https://developer.clickup.com/reference/getauthorizeduser
 */
export const clickUp = defineOAuthProvider<ClickUpProfile>()({
  id: 'click-up',
  name: 'ClickUp',
  authorization: { url: 'https://app.clickup.com/api', params: { scope: '' } },
  token: 'https://api.clickup.com/api/v2/oauth/token',
  userinfo: 'https://api.clickup.com/api/v2/user',
  // ClickUp does not document PKCE.
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ user: { id, username, email, profilePicture } }) => ({
    id: id.toString(),
    name: username,
    email: email ?? null,
    image: profilePicture,
  }),
  style: { brandColor: '#7b68ee', mark: clickUpMark },
})
