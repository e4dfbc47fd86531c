import type { OAuthProvider } from './kinds/oauth.js'
import type { OAuthOverrides } from './kinds/oauth-overrides.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** What osu! returns for the signed-in user. @see https://osu.ppy.sh/docs/index.html#get-own-data */
export interface OsuProfile {
  id: number
  username: string
  avatar_url: string
  country_code: string
  is_active?: boolean
  join_date?: string
  [field: string]: unknown
}

/** What {@link osu} can be given in place of its defaults. */
export interface OsuOptions<Id extends string = 'osu', User = StandardUser>
  extends OAuthOverrides<OsuProfile, Id, User> {}

/**
 * Sign-in with osu!. Every option replaces a default, whole fields at a time.
 *
 * osu! gives no e-mail address.
 *
 * @param options - Default: client id and secret from `AUTH_OSU_ID` and `AUTH_OSU_SECRET`, scope `identify`,
 * a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { osu } from 'authwright/providers/osu'
 *
 * export const auth = createAuth().provider(osu()).build()
 * ```
 *
 * @see https://osu.ppy.sh/docs/index.html#get-own-data
 */
export function osu<const Id extends string = 'osu', User extends ProviderUser = StandardUser>(
  options: OsuOptions<Id, User> = {},
): OAuthProvider<OsuProfile, Id, User> {
  const provider: OAuthProvider<OsuProfile, 'osu', StandardUser> = {
    id: 'osu',
    name: 'osu!',
    type: 'oauth',
    authorization: { url: 'https://osu.ppy.sh/oauth/authorize', params: { scope: 'identify' } },
    token: 'https://osu.ppy.sh/oauth/token',
    userinfo: 'https://osu.ppy.sh/api/v2/me',
    // osu! documents no PKCE.
    checks: ['state'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ id, username, avatar_url }) => ({
      id: id.toString(),
      name: username,
      email: null,
      image: avatar_url,
    }),
    style: { brandColor: '#e7669f' },
  }
  return withOptions(provider, options)
}
