import { defineOAuthProvider } from './kinds/define-provider.js'
import { fullName } from './kinds/full-name.js'

/** The profile of the signed-in user at FreshBooks. @see https://www.freshbooks.com/api/me_endpoint */
export interface FreshBooksProfile {
  response: {
    id: number
    first_name: string
    last_name: string
    email: string
    confirmed_at?: string | null
    [field: string]: unknown
  }
  [field: string]: unknown
}

/**
 * Sign-in with FreshBooks.
 *
 * @see https://www.freshbooks.com/api/me_endpoint
 */
export const freshbooks = defineOAuthProvider<FreshBooksProfile>()({
  id: 'freshbooks',
  name: 'FreshBooks',
  authorization: {
    url: 'https://auth.freshbooks.com/oauth/authorize/',
    params: { scope: 'user:profile:read' },
  },
  token: 'https://api.freshbooks.com/auth/oauth/token',
  userinfo: 'https://api.freshbooks.com/auth/api/v1/users/me',
  // FreshBooks does not document PKCE.
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ response: { id, first_name, last_name, email } }) => ({
    id: id.toString(),
    name: fullName(first_name, last_name),
    email,
    image: null,
  }),
  style: { brandColor: '#0075dd' },
})
