import { fetchProfileJson } from './kinds/fetch-profile-json.js'
import type { OAuthProvider } from './kinds/oauth.js'
import type { OAuthOverrides } from './kinds/oauth-overrides.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** What Mail.ru returns for the signed-in user. @see https://api.mail.ru/docs/guides/oauth/ */
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

/** What {@link mailru} can be given in place of its defaults. */
export interface MailruOptions<Id extends string = 'mailru', User = StandardUser>
  extends OAuthOverrides<MailruProfile, Id, User> {}

/**
 * Sign-in with Mail.ru. Every option replaces a default, whole fields at a time.
 *
 * @param options - Default: client id and secret from `AUTH_MAILRU_ID` and `AUTH_MAILRU_SECRET`, scope `userinfo`,
 * a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { mailru } from 'authwright/providers/mailru'
 *
 * export const auth = createAuth().provider(mailru()).build()
 * ```
 *
 * @see https://api.mail.ru/docs/guides/oauth/
 */
export function mailru<const Id extends string = 'mailru', User extends ProviderUser = StandardUser>(
  options: MailruOptions<Id, User> = {},
): OAuthProvider<MailruProfile, Id, User> {
  const provider: OAuthProvider<MailruProfile, 'mailru', StandardUser> = {
    id: 'mailru',
    name: 'Mail.ru',
    type: 'oauth',
    authorization: { url: 'https://oauth.mail.ru/login', params: { scope: 'userinfo' } },
    token: 'https://oauth.mail.ru/token',
    userinfo: {
      url: userinfo,
      // Mail.ru takes the access token as a parameter only.
      request: ({ tokens, fetch }) =>
        fetchProfileJson(
          'Mail.ru',
          tokens,
          fetch,
        )(`${userinfo}?access_token=${encodeURIComponent(String(tokens.access_token))}`),
    },
    profile: ({ id, name, nickname, email, image }) => ({
      id,
      name: name || nickname || null,
      email,
      image: image ?? null,
    }),
    style: {
      brandColor: '#005ff9',
      mark: 'M15.61 12c0 1.99-1.62 3.61-3.61 3.61-1.99 0-3.61-1.62-3.61-3.61 0-1.99 1.62-3.61 3.61-3.61 1.99 0 3.61 1.62 3.61 3.61M12 0C5.383 0 0 5.383 0 12s5.383 12 12 12c2.424 0 4.761-.722 6.76-2.087l.034-.024-1.617-1.879-.027.017A9.494 9.494 0 0 1 12 21.54c-5.26 0-9.54-4.28-9.54-9.54 0-5.26 4.28-9.54 9.54-9.54 5.26 0 9.54 4.28 9.54 9.54a9.63 9.63 0 0 1-.225 2.05c-.301 1.239-1.169 1.618-1.82 1.568-.654-.053-1.42-.52-1.426-1.661V12A6.076 6.076 0 0 0 12 5.93 6.076 6.076 0 0 0 5.93 12 6.076 6.076 0 0 0 12 18.07a6.02 6.02 0 0 0 4.3-1.792 3.9 3.9 0 0 0 3.32 1.805c.874 0 1.74-.292 2.437-.821.719-.547 1.256-1.336 1.553-2.285.047-.154.135-.504.135-.507l.002-.013c.175-.76.253-1.52.253-2.457 0-6.617-5.383-12-12-12',
    },
  }
  return withOptions(provider, options)
}

const userinfo = 'https://oauth.mail.ru/userinfo'
