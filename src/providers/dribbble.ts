import { defineOAuthProvider } from './kinds/define-provider.js'
import { dribbbleMark } from './kinds/logos.js'

/** The profile of the signed-in user at Dribbble. @see https://developer.dribbble.com/v2/user/ */
export interface DribbbleProfile {
  id: number
  name: string
  login: string
  html_url: string
  avatar_url: string
  bio?: string | null
  location?: string | null
  email?: string | null
  [field: string]: unknown
}

/**
 * Sign-in with Dribbble.
 *
 * @see https://developer.dribbble.com/v2/user/
 */
export const dribbble = defineOAuthProvider<DribbbleProfile>()({
  id: 'dribbble',
  name: 'Dribbble',
  authorization: { url: 'https://dribbble.com/oauth/authorize', params: { scope: 'public' } },
  token: 'https://dribbble.com/oauth/token',
  userinfo: 'https://api.dribbble.com/v2/user',
  // Dribbble does not document PKCE.
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ id, name, email, avatar_url }) => ({
    id: id.toString(),
    name,
    email: email ?? null,
    image: avatar_url,
  }),
  style: { brandColor: '#ea4c89', mark: dribbbleMark },
})
