import { defineOAuthProvider } from './kinds/define-provider.js'
import { fullName } from './kinds/full-name.js'
import { foursquareMark } from './kinds/logos.js'
import { withTokenType } from './kinds/with-token-type.js'

/** The profile of the signed-in user at Foursquare. @see https://docs.foursquare.com/developer/reference/get-user-details */
export interface FoursquareProfile {
  response: {
    user: {
      id: string
      firstName?: string
      lastName?: string
      photo?: { prefix: string; suffix: string }
      contact?: { email?: string }
      [field: string]: unknown
    }
  }
  [field: string]: unknown
}

/**
 * Sign-in with Foursquare.
 *
 * Foursquare does not say whether it has verified the e-mail address.
 *
 * @see https://docs.foursquare.com/developer/reference/personalization-apis-authentication
 */
export const foursquare = defineOAuthProvider<FoursquareProfile>()({
  id: 'foursquare',
  name: 'Foursquare',
  authorization: { url: 'https://foursquare.com/oauth2/authenticate', params: { scope: '' } },
  token: { url: 'https://foursquare.com/oauth2/access_token', conform: withTokenType },
  userinfo: {
    url: 'https://api.foursquare.com/v2/users/self',
    // The token is a parameter: the API reads no `Authorization` header.
    request: async ({ tokens, fetch }) => {
      const query = new URLSearchParams({ v: '20250101', oauth_token: tokens.access_token ?? '' })
      const response = await fetch(`https://api.foursquare.com/v2/users/self?${query}`, {})
      if (response.ok) return response.json()
      throw new Error(`Foursquare responded with status ${response.status} to the request for the profile.`)
    },
  },
  // Foursquare does not document PKCE.
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ response: { user } }) => ({
    id: user.id,
    name: fullName(user.firstName, user.lastName),
    email: user.contact?.email ?? null,
    image:
      user.photo?.prefix && user.photo.suffix ? `${user.photo.prefix}original${user.photo.suffix}` : null,
  }),
  style: { brandColor: '#f94877', mark: foursquareMark },
})
