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
    style: {
      brandColor: '#ed2224',
      mark: 'm15.082 15.107-.73-.73 9.578-9.583a4.499 4.499 0 0 0-.115-.575L13.662 14.382l1.08 1.08-.73.73-1.81-1.81L23.422 3.144c-.075-.15-.155-.3-.25-.44L11.508 14.377l2.154 2.155-.73.73-7.193-7.199.73-.73 4.309 4.31L22.546 1.86A5.618 5.618 0 0 0 18.362 0H5.635A5.637 5.637 0 0 0 0 5.634V18.37A5.632 5.632 0 0 0 5.635 24h12.732C21.477 24 24 21.48 24 18.37V6.19l-8.913 8.918zm-4.314-2.155L6.814 8.988l.73-.73 3.954 3.96zm1.075-1.084-3.954-3.96.73-.73 3.959 3.96zm9.853 5.688a4.141 4.141 0 0 1-4.14 4.14H6.438a4.144 4.144 0 0 1-4.139-4.14V6.438A4.141 4.141 0 0 1 6.44 2.3h10.387v1.04H6.438c-1.71 0-3.099 1.39-3.099 3.1V17.55c0 1.71 1.39 3.105 3.1 3.105h11.117c1.71 0 3.1-1.395 3.1-3.105v-1.754h1.04v1.754z',
    },
  }
  return withOptions(provider, options)
}

/** The profile at `/users/me` has no `uuid`, as documented. */
const settings = 'https://api.trakt.tv/users/settings'
