import { defineOAuthProvider } from './kinds/define-provider.js'
import { webexMark } from './kinds/logos.js'
import { withTokenType } from './kinds/with-token-type.js'

/** The profile of the signed-in user at Webex. @see https://developer.webex.com/docs/api/v1/people/get-my-own-details */
export interface WebexProfile {
  id: string
  emails?: readonly string[]
  displayName?: string
  nickName?: string
  firstName?: string
  lastName?: string
  avatar?: string
  orgId?: string
  [field: string]: unknown
}

/**
 * Sign-in with Webex.
 *
 * @see https://developer.webex.com/docs/api/v1/people/get-my-own-details
 */
export const webex = defineOAuthProvider<WebexProfile>()({
  id: 'webex',
  name: 'Webex',
  authorization: {
    url: 'https://webexapis.com/v1/authorize',
    params: { scope: 'spark:kms spark:people_read' },
  },
  token: { url: 'https://webexapis.com/v1/access_token', conform: withTokenType },
  userinfo: 'https://webexapis.com/v1/people/me',
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ id, displayName, emails, avatar }) => ({
    id,
    name: displayName ?? null,
    email: emails?.[0] ?? null,
    image: avatar ?? null,
  }),
  style: { brandColor: '#00bceb', mark: webexMark },
})
