import { defineOAuthProvider } from './kinds/define-provider.js'
import { fullName } from './kinds/full-name.js'
import { stravaMark } from './kinds/logos.js'

/** The profile of the signed-in user at Strava. @see https://developers.strava.com/docs/reference/#api-Athletes-getLoggedInAthlete */
export interface StravaProfile {
  id: number
  username: string | null
  firstname: string
  lastname: string
  /** 124 pixels wide. */
  profile: string
  /** 62 pixels wide. */
  profile_medium: string
  city?: string | null
  country?: string | null
  [field: string]: unknown
}

/**
 * Sign-in with Strava.
 *
 * Strava provides no e-mail address. It separates scopes by commas, such as `read,activity:read`.
 *
 * @see https://developers.strava.com/docs/reference/#api-Athletes-getLoggedInAthlete
 */
export const strava = defineOAuthProvider<StravaProfile>()({
  id: 'strava',
  name: 'Strava',
  authorization: {
    url: 'https://www.strava.com/oauth/authorize',
    params: { scope: 'read', approval_prompt: 'auto' },
  },
  scopeSeparator: ',',
  token: 'https://www.strava.com/api/v3/oauth/token',
  userinfo: 'https://www.strava.com/api/v3/athlete',
  // Strava does not document PKCE.
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ id, firstname, lastname, profile }) => ({
    id: id.toString(),
    name: fullName(firstname, lastname),
    email: null,
    image: profile,
  }),
  style: { brandColor: '#fc4c02', mark: stravaMark },
})
