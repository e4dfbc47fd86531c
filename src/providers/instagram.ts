import { defineOAuthProvider } from './kinds/define-provider.js'
import { instagramMark } from './kinds/logos.js'
import { profileFetcher } from './kinds/profile-fetcher.js'

/** The profile of the signed-in user at Instagram. @see https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/get-started */
export interface InstagramProfile {
  /** Identifies the user for this application. */
  id?: string
  user_id: string
  username: string
  name?: string
  account_type?: 'Business' | 'Media_Creator'
  profile_picture_url?: string
  [field: string]: unknown
}

/**
 * Sign-in with Instagram.
 *
 * Only professional accounts (business and creator) can sign in: the API for personal accounts has ended.
 * Instagram provides no e-mail address.
 *
 * Access tokens are valid for an hour. Then `auth.tokens` returns `'reauthenticate'`, because there is no refresh token. For longer access,
 * exchange an access token for a [long-lived
 * token](https://developers.facebook.com/documentation/instagram-platform/reference/access_token) and store it yourself.
 *
 * @see https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/business-login
 */
export const instagram = defineOAuthProvider<InstagramProfile>()({
  id: 'instagram',
  name: 'Instagram',
  authorization: {
    url: 'https://www.instagram.com/oauth/authorize',
    params: { scope: 'instagram_business_basic' },
  },
  token: { url: 'https://api.instagram.com/oauth/access_token', conform: flatTokens },
  userinfo: {
    url: 'https://graph.instagram.com/me',
    request: async ({ tokens, fetch }) => {
      const url = 'https://graph.instagram.com/me?fields=user_id,username,name,profile_picture_url'
      return firstOf(await profileFetcher('Instagram', tokens, fetch)(url))
    },
  },
  // Instagram does not document PKCE.
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ user_id, name, username, profile_picture_url }) => ({
    id: user_id,
    name: name ?? username,
    email: null,
    image: profile_picture_url ?? null,
  }),
  style: { brandColor: '#e4405f', mark: instagramMark },
})

/**
 * Returns the first object of a list, or the object itself: Instagram's documentation shows a token response with a list
 * of one object, but the API returns only the object.
 */
function firstOf(body: unknown): object {
  const { data } = (body ?? {}) as { data?: unknown }
  const first: unknown = Array.isArray(data) ? data[0] : body
  return typeof first === 'object' && first !== null ? first : {}
}

/** Adds the `token_type` that the response lacks, and the documented lifetime. */
async function flatTokens(response: Response): Promise<Response | undefined> {
  if (!response.ok) return undefined
  return Response.json({ token_type: 'bearer', expires_in: 3_600, ...firstOf(await response.json()) })
}
