import type { OAuthProvider } from './kinds/oauth.js'
import type { OAuthOverrides } from './kinds/oauth-overrides.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** What Strava returns for the signed-in user. @see https://developers.strava.com/docs/reference/#api-Athletes-getLoggedInAthlete */
export interface StravaProfile {
  id: number
  username: string | null
  firstname: string
  lastname: string
  profile: string
  profile_medium: string
  city?: string | null
  country?: string | null
  [field: string]: unknown
}

/** What {@link strava} can be given in place of its defaults. */
export interface StravaOptions<Id extends string = 'strava', User = StandardUser>
  extends OAuthOverrides<StravaProfile, Id, User> {}

/**
 * Sign-in with Strava. Every option replaces a default, whole fields at a time.
 *
 * Strava gives no e-mail address.
 *
 * @param options - Default: client id and secret from `AUTH_STRAVA_ID` and `AUTH_STRAVA_SECRET`, scope `read`,
 * a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { strava } from 'authwright/providers/strava'
 *
 * export const auth = createAuth().provider(strava()).build()
 * ```
 *
 * @see https://developers.strava.com/docs/reference/#api-Athletes-getLoggedInAthlete
 */
export function strava<const Id extends string = 'strava', User extends ProviderUser = StandardUser>(
  options: StravaOptions<Id, User> = {},
): OAuthProvider<StravaProfile, Id, User> {
  const provider: OAuthProvider<StravaProfile, 'strava', StandardUser> = {
    id: 'strava',
    name: 'Strava',
    type: 'oauth',
    authorization: {
      url: 'https://www.strava.com/oauth/authorize',
      params: { scope: 'read', approval_prompt: 'auto' },
    },
    token: 'https://www.strava.com/api/v3/oauth/token',
    userinfo: 'https://www.strava.com/api/v3/athlete',
    // Strava documents no PKCE.
    checks: ['state'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ id, firstname, lastname, profile }) => ({
      id: id.toString(),
      name: `${firstname} ${lastname}`.trim(),
      email: null,
      image: profile,
    }),
    style: {
      brandColor: '#fc4c02',
      mark: 'M15.387 17.944l-2.089-4.116h-3.065L15.387 24l5.15-10.172h-3.066m-7.008-5.599l2.836 5.598h4.172L10.463 0l-7 13.828h4.169',
    },
  }
  return withOptions(provider, options)
}
