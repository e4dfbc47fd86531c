import { defineOAuthProvider } from './kinds/define-provider.js'
import { traktMark } from './kinds/logos.js'
import { profileFetcher } from './kinds/profile-fetcher.js'

/** The profile of the signed-in user at Trakt: the `user` of their settings. @see https://trakt.docs.apiary.io/#reference/users/settings/retrieve-settings */
export interface TraktProfile {
  username: string
  name: string | null
  private: boolean
  vip?: boolean
  ids: { slug: string; uuid: string; trakt?: number | null }
  images?: { avatar?: { full?: string | null } }
  [field: string]: unknown
}

/** This URL is used instead of `/users/me`, which returns no `uuid`. */
const settings = 'https://api.trakt.tv/users/settings'

/**
 * Sign-in with Trakt.
 *
 * Trakt provides no e-mail address.
 *
 * @see https://trakt.docs.apiary.io/#reference/authentication-oauth
 */
export const trakt = defineOAuthProvider<TraktProfile>()({
  id: 'trakt',
  name: 'Trakt',
  authorization: { url: 'https://auth.trakt.tv/oauth/authorize', params: { scope: '' } },
  token: 'https://auth.trakt.tv/oauth/token',
  userinfo: {
    url: settings,
    request: async ({ tokens, provider: { clientId = '' }, fetch }) => {
      const fetchJson = profileFetcher('Trakt', tokens, fetch)
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
  style: { brandColor: '#ed2224', mark: traktMark },
})
