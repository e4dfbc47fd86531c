import { defineOAuthProvider } from './kinds/define-provider.js'
import { atlassianMark } from './kinds/logos.js'

/** The profile of the signed-in user at Atlassian. @see https://developer.atlassian.com/cloud/jira/platform/oauth-2-3lo-apps/ */
export interface AtlassianProfile {
  /** Identifies the user in all Atlassian products, and never changes. */
  account_id: string
  /** `atlassian` for a person. */
  account_type: string
  /** `active`, `inactive` or `closed`. */
  account_status: string
  name: string
  nickname: string
  /** `null` if the user hides it. */
  email: string | null
  picture: string
  [field: string]: unknown
}

/**
 * Sign-in with Atlassian.
 *
 * @see https://developer.atlassian.com/cloud/jira/platform/oauth-2-3lo-apps/
 */
export const atlassian = defineOAuthProvider<AtlassianProfile>()({
  id: 'atlassian',
  name: 'Atlassian',
  authorization: {
    url: 'https://auth.atlassian.com/authorize',
    params: { scope: 'read:me', audience: 'api.atlassian.com' },
  },
  token: 'https://auth.atlassian.com/oauth/token',
  userinfo: 'https://api.atlassian.com/me',
  // Atlassian does not document PKCE for three-legged OAuth.
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ account_id, name, email, picture }) => ({
    id: account_id,
    name,
    email: email ?? null,
    image: picture,
  }),
  style: { brandColor: '#0052cc', mark: atlassianMark },
})
