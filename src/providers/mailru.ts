import { defineOAuthProvider } from './kinds/define-provider.js'
import { mailruMark } from './kinds/logos.js'
import { profileFetcher } from './kinds/profile-fetcher.js'

/** The profile of the signed-in user at Mail.ru. @see https://api.mail.ru/docs/guides/oauth/ */
export interface MailruProfile {
  id: string
  name: string
  nickname?: string
  first_name?: string
  last_name?: string
  email: string
  image?: string
  locale?: string
  [field: string]: unknown
}

const userinfo = 'https://oauth.mail.ru/userinfo'

/**
 * Sign-in with Mail.ru.
 *
 * @see https://api.mail.ru/docs/guides/oauth/
 */
export const mailru = defineOAuthProvider<MailruProfile>()({
  id: 'mailru',
  name: 'Mail.ru',
  authorization: { url: 'https://oauth.mail.ru/login', params: { scope: 'userinfo' } },
  token: 'https://oauth.mail.ru/token',
  userinfo: {
    url: userinfo,
    // Mail.ru takes the access token as a parameter only.
    request: ({ tokens, fetch }) => {
      const fetchJson = profileFetcher('Mail.ru', tokens, fetch)
      return fetchJson(`${userinfo}?access_token=${encodeURIComponent(String(tokens.access_token))}`)
    },
  },
  profile: ({ id, name, nickname, email, image }) => ({
    id,
    name: name || nickname || null,
    email,
    image: image ?? null,
  }),
  style: { brandColor: '#005ff9', mark: mailruMark },
})
