import type { OAuthProvider } from './kinds/oauth.js'
import type { OAuthOverrides } from './kinds/oauth-overrides.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** What Zoom returns for the signed-in user. @see https://developers.zoom.us/docs/api/users/#tag/users/GET/users/{userId} */
export interface ZoomProfile {
  id: string
  first_name: string
  last_name: string
  display_name?: string
  email: string
  /** `1` where the address is verified. */
  verified?: number
  pic_url?: string
  account_id?: string
  timezone?: string
  [field: string]: unknown
}

/** What {@link zoom} can be given in place of its defaults. */
export interface ZoomOptions<Id extends string = 'zoom', User = StandardUser>
  extends OAuthOverrides<ZoomProfile, Id, User> {}

/**
 * Sign-in with Zoom. Every option replaces a default, whole fields at a time.
 *
 * @param options - Default: client id and secret from `AUTH_ZOOM_ID` and `AUTH_ZOOM_SECRET`, no scope,
 * a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { zoom } from 'authwright/providers/zoom'
 *
 * export const auth = createAuth().provider(zoom()).build()
 * ```
 *
 * @see https://developers.zoom.us/docs/api/users/#tag/users/GET/users/{userId}
 */
export function zoom<const Id extends string = 'zoom', User extends ProviderUser = StandardUser>(
  options: ZoomOptions<Id, User> = {},
): OAuthProvider<ZoomProfile, Id, User> {
  const provider: OAuthProvider<ZoomProfile, 'zoom', StandardUser> = {
    id: 'zoom',
    name: 'Zoom',
    type: 'oauth',
    authorization: { url: 'https://zoom.us/oauth/authorize', params: { scope: '' } },
    token: 'https://zoom.us/oauth/token',
    userinfo: 'https://api.zoom.us/v2/users/me',
    profile: ({ id, first_name, last_name, email, pic_url }) => ({
      id,
      name: `${first_name} ${last_name}`.trim(),
      email,
      image: pic_url ?? null,
    }),
    style: { brandColor: '#0b5cff' },
  }
  return withOptions(provider, options)
}
