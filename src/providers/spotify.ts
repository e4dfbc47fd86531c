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
    style: {
      brandColor: '#1db954',
      mark: 'M12 0C5.4 0 0 5.4 0 12s5.4 12 12 12 12-5.4 12-12S18.66 0 12 0zm5.521 17.34c-.24.359-.66.48-1.021.24-2.82-1.74-6.36-2.101-10.561-1.141-.418.122-.779-.179-.899-.539-.12-.421.18-.78.54-.9 4.56-1.021 8.52-.6 11.64 1.32.42.18.479.659.301 1.02zm1.44-3.3c-.301.42-.841.6-1.262.3-3.239-1.98-8.159-2.58-11.939-1.38-.479.12-1.02-.12-1.14-.6-.12-.48.12-1.021.6-1.141C9.6 9.9 15 10.561 18.72 12.84c.361.181.54.78.241 1.2zm.12-3.36C15.24 8.4 8.82 8.16 5.16 9.301c-.6.179-1.2-.181-1.38-.721-.18-.601.18-1.2.72-1.381 4.26-1.26 11.28-1.02 15.721 1.621.539.3.719 1.02.419 1.56-.299.421-1.02.599-1.559.3z',
    },
  }
  return withOptions(provider, options)
}
