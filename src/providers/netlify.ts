import { defineOAuthProvider } from './kinds/define-provider.js'
import { netlifyMark } from './kinds/logos.js'

/** The profile of the signed-in user at Netlify. @see https://open-api.netlify.com/#tag/user/operation/getCurrentUser */
export interface NetlifyProfile {
  id: string
  uid?: string | null
  full_name: string
  email: string
  avatar_url: string | null
  site_count?: number
  [field: string]: unknown
}

/**
 * Sign-in with Netlify.
 *
 * @see https://open-api.netlify.com/#tag/user/operation/getCurrentUser
 */
export const netlify = defineOAuthProvider<NetlifyProfile>()({
  id: 'netlify',
  name: 'Netlify',
  authorization: { url: 'https://app.netlify.com/authorize', params: { scope: '' } },
  token: 'https://api.netlify.com/oauth/token',
  userinfo: 'https://api.netlify.com/api/v1/user',
  // Netlify does not document PKCE.
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ id, full_name, email, avatar_url }) => ({ id, name: full_name, email, image: avatar_url }),
  style: { brandColor: '#32e6e2', mark: netlifyMark },
})
