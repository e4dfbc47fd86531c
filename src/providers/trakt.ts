import { fetchProfileJson } from './kinds/fetch-profile-json.js'
import type { OAuthProvider } from './kinds/oauth.js'
import type { OAuthOverrides } from './kinds/oauth-overrides.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** What Trakt returns for the signed-in user: the `user` of their settings. @see https://trakt.docs.apiary.io/#reference/users/settings/retrieve-settings */
export interface TraktProfile {
  username: string
  name: string | null
  private: boolean
  vip?: boolean
  ids: { slug: string; uuid: string; trakt?: number | null }
  images?: { avatar?: { full?: string | null } }
  [field: string]: unknown
}

/** What {@link trakt} can be given in place of its defaults. */
export interface TraktOptions<Id extends string = 'trakt', User = StandardUser>
  extends OAuthOverrides<TraktProfile, Id, User> {}

/**
 * Sign-in with Trakt. Every option replaces a default, whole fields at a time.
 *
 * Trakt gives no e-mail address.
 *
 * @param options - Default: client id and secret from `AUTH_TRAKT_ID` and `AUTH_TRAKT_SECRET`, no scope,
 * a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { trakt } from 'authwright/providers/trakt'
 *
 * export const auth = createAuth().provider(trakt()).build()
 * ```
 *
 * @see https://trakt.docs.apiary.io/#reference/authentication-oauth
 */
export function trakt<const Id extends string = 'trakt', User extends ProviderUser = StandardUser>(
  options: TraktOptions<Id, User> = {},
): OAuthProvider<TraktProfile, Id, User> {
  const provider: OAuthProvider<TraktProfile, 'trakt', StandardUser> = {
    id: 'trakt',
    name: 'Trakt',
    type: 'oauth',
    authorization: { url: 'https://auth.trakt.tv/oauth/authorize', params: { scope: '' } },
    token: 'https://auth.trakt.tv/oauth/token',
    userinfo: {
      url: settings,
      request: async ({ tokens, provider: { clientId = '' }, fetch }) => {
        const fetchJson = fetchProfileJson('Trakt', tokens, fetch)
        const headers = { 'trakt-api-version': '2', 'trakt-api-key': clientId }
        return ((await fetchJson(settings, { headers })) as { user: TraktProfile }).user
      },
    },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ ids, name, username, images }) => ({
      // The slug changes with the user name.
      id: ids.uuid,
      name: name || username,
      email: null,
      image: images?.avatar?.full ?? null,
    }),
    style: { brandColor: '#ed2224' },
  }
  return withOptions(provider, options)
}

/** The profile at `/users/me` has no `uuid`, as documented. */
const settings = 'https://api.trakt.tv/users/settings'
