import { defineOAuthProvider } from './kinds/define-provider.js'
import { todoistMark } from './kinds/logos.js'

/** The profile of the signed-in user at Todoist. @see https://developer.todoist.com/api/v1/ */
export interface TodoistProfile {
  id: string
  full_name: string
  email: string
  avatar_big?: string | null
  avatar_medium?: string | null
  lang?: string
  [field: string]: unknown
}

/**
 * Sign-in with Todoist.
 *
 * Todoist separates scopes by commas, such as `data:read,task:add`.
 *
 * @see https://developer.todoist.com/api/v1/
 */
export const todoist = defineOAuthProvider<TodoistProfile>()({
  id: 'todoist',
  name: 'Todoist',
  authorization: { url: 'https://app.todoist.com/oauth/authorize', params: { scope: 'data:read' } },
  scopeSeparator: ',',
  token: 'https://api.todoist.com/oauth/access_token',
  userinfo: 'https://api.todoist.com/api/v1/user',
  // Todoist does not document PKCE.
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ id, full_name, email, avatar_big }) => ({
    id,
    name: full_name,
    email,
    image: avatar_big ?? null,
  }),
  style: { brandColor: '#e44332', mark: todoistMark },
})
