import { defineOAuthProvider } from './kinds/define-provider.js'
import { osuMark } from './kinds/logos.js'

/** The profile of the signed-in user at osu!. @see https://osu.ppy.sh/docs/index.html#get-own-data */
export interface OsuProfile {
  id: number
  username: string
  avatar_url: string
  country_code: string
  is_active?: boolean
  join_date?: string
  [field: string]: unknown
}

/**
 * Sign-in with osu!.
 *
 * osu! provides no e-mail address.
 *
 * @see https://osu.ppy.sh/docs/index.html#get-own-data
 */
export const osu = defineOAuthProvider<OsuProfile>()({
  id: 'osu',
  name: 'osu!',
  authorization: { url: 'https://osu.ppy.sh/oauth/authorize', params: { scope: 'identify' } },
  token: 'https://osu.ppy.sh/oauth/token',
  userinfo: 'https://osu.ppy.sh/api/v2/me',
  // osu! does not document PKCE.
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ id, username, avatar_url }) => ({
    id: id.toString(),
    name: username,
    email: null,
    image: avatar_url,
  }),
  style: { brandColor: '#e7669f', mark: osuMark },
})
