import { defineOAuthProvider } from './kinds/define-provider.js'
import { fullName } from './kinds/full-name.js'
import { mattermostMark } from './kinds/logos.js'

/** The profile of the signed-in user at a Mattermost server. @see https://developers.mattermost.com/api-documentation/#/operations/GetUser */
export interface MattermostProfile {
  id: string
  username: string
  first_name: string
  last_name: string
  nickname: string
  email: string
  /** Absent if the e-mail address is not verified. */
  email_verified?: boolean
  /** The service that the user signs in to Mattermost with, such as `gitlab`. Empty for a password. */
  auth_service?: string
  roles?: string
  locale?: string
  [field: string]: unknown
}

/**
 * Sign-in with Mattermost.
 *
 * The issuer is the URL of the server. An administrator must enable the OAuth 2.0 service provider.
 * Unverified e-mail addresses are left out.
 *
 * @see https://developers.mattermost.com/integrate/apps/authentication/oauth2/
 */
export const mattermost = defineOAuthProvider<MattermostProfile>()({
  id: 'mattermost',
  name: 'Mattermost',
  authorization: { url: '{issuer}/oauth/authorize', params: { scope: '' } },
  token: '{issuer}/oauth/access_token',
  userinfo: '{issuer}/api/v4/users/me',
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ id, username, first_name, last_name, email, email_verified }) => ({
    id,
    name: fullName(first_name, last_name) ?? username,
    email: email_verified ? email : null,
    image: null,
  }),
  style: { brandColor: '#1e325c', mark: mattermostMark },
})
