import { defineOAuthProvider } from './kinds/define-provider.js'
import { spotifyMark } from './kinds/logos.js'
import type { StandardUser } from './kinds/standard-user.js'

/** The profile of the signed-in user at Spotify. @see https://developer.spotify.com/documentation/web-api/reference/get-current-users-profile */
export interface SpotifyProfile {
  id: string
  /** An id of the user that never changes. */
  account_id?: string
  display_name: string | null
  /** The e-mail address, which Spotify does not verify. */
  email?: string
  images?: readonly { url: string; height: number | null; width: number | null }[]
  /** Requires the scope `user-read-private`. */
  country?: string
  /** Requires the scope `user-read-private`. */
  product?: string
  uri: string
  [field: string]: unknown
}

/** The parameters of Spotify's authorization endpoint. @see https://developer.spotify.com/documentation/web-api/tutorials/code-flow */
export interface SpotifyAuthorizationParams {
  scope?: string | undefined
  /** Whether the user must approve the application each time. Default: `false`. */
  show_dialog?: 'true' | 'false' | undefined
}

/**
 * Sign-in with Spotify.
 *
 * The id of an account is Spotify's `id`, which existing applications have stored. Spotify recommends `account_id`, which never changes: a
 * new application can return it as `id` from the option `profile`. Spotify has deprecated `email`, so a user may have none.
 *
 * @see https://developer.spotify.com/documentation/web-api/reference/get-current-users-profile
 */
export const spotify = defineOAuthProvider<SpotifyProfile, StandardUser, SpotifyAuthorizationParams>()({
  id: 'spotify',
  name: 'Spotify',
  authorization: { url: 'https://accounts.spotify.com/authorize', params: { scope: 'user-read-email' } },
  token: 'https://accounts.spotify.com/api/token',
  userinfo: 'https://api.spotify.com/v1/me',
  profile: ({ id, display_name, email, images }) => ({
    id,
    name: display_name,
    email: email ?? null,
    image: images?.[0]?.url ?? null,
  }),
  style: { brandColor: '#1db954', mark: spotifyMark },
})
