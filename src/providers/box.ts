import { defineOAuthProvider } from './kinds/define-provider.js'
import { boxMark } from './kinds/logos.js'

/** The profile of the signed-in user at Box. @see https://developer.box.com/reference/get-users-me/ */
export interface BoxProfile {
  type: 'user'
  id: string
  name: string
  /** The e-mail address. */
  login: string
  avatar_url: string | null
  status: string
  [field: string]: unknown
}

/**
 * Sign-in with Box.
 *
 * @see https://developer.box.com/reference/get-users-me/
 */
export const box = defineOAuthProvider<BoxProfile>()({
  id: 'box',
  name: 'Box',
  authorization: { url: 'https://account.box.com/api/oauth2/authorize', params: { scope: '' } },
  token: 'https://api.box.com/oauth2/token',
  userinfo: 'https://api.box.com/2.0/users/me',
  // Box does not document PKCE.
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ id, name, login, avatar_url }) => ({ id, name, email: login, image: avatar_url }),
  style: { brandColor: '#0075c9', mark: boxMark },
})
