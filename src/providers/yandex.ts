import { defineOAuthProvider } from './kinds/define-provider.js'
import { profileFetcher } from './kinds/profile-fetcher.js'

/** The profile of the signed-in user at Yandex. @see https://yandex.com/dev/id/doc/en/user-information */
export interface YandexProfile {
  id: string
  login: string
  client_id: string
  /** Identifies the user to this application only. */
  psuid?: string
  display_name?: string
  real_name?: string
  first_name?: string
  last_name?: string
  default_email?: string
  emails?: readonly string[]
  default_avatar_id?: string
  is_avatar_empty?: boolean
  [field: string]: unknown
}

const info = 'https://login.yandex.ru/info?format=json'

/**
 * Sign-in with Yandex.
 *
 * @see https://yandex.com/dev/id/doc/en/user-information
 */
export const yandex = defineOAuthProvider<YandexProfile>()({
  id: 'yandex',
  name: 'Yandex',
  authorization: {
    url: 'https://oauth.yandex.com/authorize',
    params: { scope: 'login:info login:email login:avatar' },
  },
  token: 'https://oauth.yandex.com/token',
  userinfo: {
    url: info,
    // Yandex documents the scheme `OAuth`, not `Bearer`.
    request: ({ tokens, fetch }) => {
      const fetchJson = profileFetcher('Yandex', tokens, fetch)
      return fetchJson(info, { headers: { authorization: `OAuth ${tokens.access_token}` } })
    },
  },
  profile: (raw) => ({
    id: raw.id,
    name: raw.display_name ?? raw.real_name ?? raw.first_name ?? null,
    email: raw.default_email ?? raw.emails?.[0] ?? null,
    image:
      !raw.is_avatar_empty && raw.default_avatar_id
        ? `https://avatars.yandex.net/get-yapic/${raw.default_avatar_id}/islands-200`
        : null,
  }),
  style: { brandColor: '#fc3f1d' },
})
