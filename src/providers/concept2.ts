import { defineOAuthProvider } from './kinds/define-provider.js'

/** The profile of the signed-in user at Concept2. @see https://log.concept2.com/developers/documentation/ */
export interface Concept2Profile {
  data: {
    id: number
    username: string
    first_name?: string
    last_name?: string
    email: string | null
    profile_image: string | null
    [field: string]: unknown
  }
  [field: string]: unknown
}

/**
 * Sign-in with Concept2.
 *
 * @see https://log.concept2.com/developers/documentation/
 */
export const concept2 = defineOAuthProvider<Concept2Profile>()({
  id: 'concept2',
  name: 'Concept2',
  authorization: { url: 'https://log.concept2.com/oauth/authorize', params: { scope: 'user:read' } },
  token: 'https://log.concept2.com/oauth/access_token',
  userinfo: 'https://log.concept2.com/api/users/me',
  // The Concept2 Logbook does not document PKCE.
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ data: { id, username, email, profile_image } }) => ({
    id: id.toString(),
    name: username,
    email,
    image: profile_image,
  }),
  style: { brandColor: '#0d3e5d' },
})
