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
    style: { brandColor: '#005ff9' },
  }
  return withOptions(provider, options)
}

const userinfo = 'https://oauth.mail.ru/userinfo'
