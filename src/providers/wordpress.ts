import { defineOAuthProvider } from './kinds/define-provider.js'
import { wordpressMark } from './kinds/logos.js'

/** The profile of the signed-in user at WordPress.com. @see https://developer.wordpress.com/docs/api/1.1/get/me/ */
export interface WordPressProfile {
  ID: number
  display_name: string
  username: string
  email: string
  email_verified?: boolean
  avatar_URL: string
  [field: string]: unknown
}

/**
 * Sign-in with WordPress.com.
 *
 * @see https://developer.wordpress.com/docs/api/1.1/get/me/
 */
export const wordpress = defineOAuthProvider<WordPressProfile>()({
  id: 'wordpress',
  name: 'WordPress.com',
  authorization: {
    url: 'https://public-api.wordpress.com/oauth2/authorize',
    params: { scope: 'auth' },
  },
  token: 'https://public-api.wordpress.com/oauth2/token',
  userinfo: 'https://public-api.wordpress.com/rest/v1.1/me',
  // WordPress.com does not document PKCE for applications with a secret.
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ ID, display_name, email, email_verified, avatar_URL }) => ({
    id: ID.toString(),
    name: display_name,
    email: email_verified === false ? null : email,
    image: avatar_URL,
  }),
  style: { brandColor: '#0675c4', mark: wordpressMark },
})
