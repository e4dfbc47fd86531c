import { fetchProfileJson } from './kinds/fetch-profile-json.js'
import type { OAuthProvider } from './kinds/oauth.js'
import type { OAuthOverrides } from './kinds/oauth-overrides.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** What Instagram returns for the signed-in user. @see https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/get-started */
export interface InstagramProfile {
  /** Identifies the user for this application. */
  id?: string
  /** Identifies the professional account. */
  user_id: string
  username: string
  name?: string
  account_type?: 'Business' | 'Media_Creator'
  profile_picture_url?: string
  [field: string]: unknown
}

/** What {@link instagram} can be given in place of its defaults. */
export interface InstagramOptions<Id extends string = 'instagram', User = StandardUser>
  extends OAuthOverrides<InstagramProfile, Id, User> {}

/**
 * Sign-in with Instagram. Every option replaces a default, whole fields at a time.
 *
 * Professional accounts (business and creator) alone can sign in: the API for personal accounts has ended. Instagram gives no e-mail address.
 *
 * @param options - Default: client id and secret from `AUTH_INSTAGRAM_ID` and `AUTH_INSTAGRAM_SECRET`, scope `instagram_business_basic`,
 * a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { instagram } from 'authwright/providers/instagram'
 *
 * export const auth = createAuth().provider(instagram()).build()
 * ```
 *
 * @see https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/business-login
 */
export function instagram<const Id extends string = 'instagram', User extends ProviderUser = StandardUser>(
  options: InstagramOptions<Id, User> = {},
): OAuthProvider<InstagramProfile, Id, User> {
  const provider: OAuthProvider<InstagramProfile, 'instagram', StandardUser> = {
    id: 'instagram',
    name: 'Instagram',
    type: 'oauth',
    authorization: {
      url: 'https://www.instagram.com/oauth/authorize',
      params: { scope: 'instagram_business_basic' },
    },
    token: { url: 'https://api.instagram.com/oauth/access_token', conform: flatTokens },
    userinfo: {
      url: 'https://graph.instagram.com/me',
      request: async ({ tokens, fetch }) => {
        const url = 'https://graph.instagram.com/me?fields=user_id,username,name,profile_picture_url'
        return firstOf(await fetchProfileJson('Instagram', tokens, fetch)(url))
      },
    },
    // Instagram documents no PKCE.
    checks: ['state'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ user_id, name, username, profile_picture_url }) => ({
      id: user_id,
      name: name ?? username,
      email: null,
      image: profile_picture_url ?? null,
    }),
    style: { brandColor: '#e4405f' },
  }
  return withOptions(provider, options)
}

/** The documentation shows a list with one object, and the API returns the object. */
function firstOf(body: unknown): unknown {
  const { data } = Object(body) as { data?: unknown }
  return Array.isArray(data) ? data[0] : body
}

/** The token response as one object, with the `token_type` that it lacks. */
async function flatTokens(response: Response): Promise<Response | undefined> {
  if (!response.ok) return undefined
  return Response.json({ token_type: 'bearer', ...Object(firstOf(await response.json())) })
}
