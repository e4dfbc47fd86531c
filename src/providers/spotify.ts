import type { OAuthParamsProvider, OAuthProvider } from './kinds/oauth.js'
import type { OAuthOverrides } from './kinds/oauth-overrides.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** What Spotify returns for the signed-in user. @see https://developer.spotify.com/documentation/web-api/reference/get-current-users-profile */
export interface SpotifyProfile {
  id: string
  /** Never changes. Spotify recommends it for linking accounts. */
  account_id?: string
  display_name: string | null
  /** Not verified by Spotify. */
  email?: string
  images?: readonly { url: string; height: number | null; width: number | null }[]
  country?: string
  product?: string
  uri: string
  [field: string]: unknown
}

/** What Spotify documents for its authorization endpoint. @see https://developer.spotify.com/documentation/web-api/tutorials/code-flow */
export interface SpotifyAuthorizationParams {
  /** What to grant, with spaces between the values. */
  scope?: string | undefined
  /** `true` has the user approve the application each time. Default: `false`. */
  show_dialog?: 'true' | 'false' | undefined
}

/** What {@link spotify} can be given in place of its defaults. */
export interface SpotifyOptions<Id extends string = 'spotify', User = StandardUser>
  extends OAuthOverrides<SpotifyProfile, Id, User, SpotifyAuthorizationParams> {}

/**
 * Sign-in with Spotify. Every option replaces a default, whole fields at a time.
 *
 * The id of an account is Spotify's `id`, by which applications know their users already. Spotify recommends `account_id`, which never
 * changes: a new application can return it in `profile`. Spotify has deprecated `email`, so a user may have none.
 *
 * @param options - Default: client id and secret from `AUTH_SPOTIFY_ID` and `AUTH_SPOTIFY_SECRET`, scope `user-read-email`,
 * a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { spotify } from 'authwright/providers/spotify'
 *
 * export const auth = createAuth().provider(spotify()).build()
 * ```
 *
 * @see https://developer.spotify.com/documentation/web-api/reference/get-current-users-profile
 */
export function spotify<const Id extends string = 'spotify', User extends ProviderUser = StandardUser>(
  options: SpotifyOptions<Id, User> = {},
): OAuthParamsProvider<SpotifyProfile, Id, User, SpotifyAuthorizationParams> {
  const provider: OAuthProvider<SpotifyProfile, 'spotify', StandardUser> = {
    id: 'spotify',
    name: 'Spotify',
    type: 'oauth',
    authorization: { url: 'https://accounts.spotify.com/authorize', params: { scope: 'user-read-email' } },
    token: 'https://accounts.spotify.com/api/token',
    userinfo: 'https://api.spotify.com/v1/me',
    profile: ({ id, display_name, email, images }) => ({
      id,
      name: display_name,
      email: email ?? null,
      image: images?.[0]?.url ?? null,
    }),
    style: { brandColor: '#1db954' },
  }
  return withOptions(provider, options)
}
