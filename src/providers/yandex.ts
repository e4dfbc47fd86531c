import { fetchProfileJson } from './kinds/fetch-profile-json.js'
import type { OAuthProvider } from './kinds/oauth.js'
import type { OAuthOverrides } from './kinds/oauth-overrides.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** What Yandex returns for the signed-in user. @see https://yandex.com/dev/id/doc/en/user-information */
export interface YandexProfile {
  id: string
  login: string
  client_id: string
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

/** What {@link yandex} can be given in place of its defaults. */
export interface YandexOptions<Id extends string = 'yandex', User = StandardUser>
  extends OAuthOverrides<YandexProfile, Id, User> {}

/**
 * Sign-in with Yandex. Every option replaces a default, whole fields at a time.
 *
 * @param options - Default: client id and secret from `AUTH_YANDEX_ID` and `AUTH_YANDEX_SECRET`, scope `login:info login:email login:avatar`,
 * a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { yandex } from 'authwright/providers/yandex'
 *
 * export const auth = createAuth().provider(yandex()).build()
 * ```
 *
 * @see https://yandex.com/dev/id/doc/en/user-information
 */
export function yandex<const Id extends string = 'yandex', User extends ProviderUser = StandardUser>(
  options: YandexOptions<Id, User> = {},
): OAuthProvider<YandexProfile, Id, User> {
  const provider: OAuthProvider<YandexProfile, 'yandex', StandardUser> = {
    id: 'yandex',
    name: 'Yandex',
    type: 'oauth',
    authorization: {
      url: 'https://oauth.yandex.com/authorize',
      params: { scope: 'login:info login:email login:avatar' },
    },
    token: 'https://oauth.yandex.com/token',
    userinfo: {
      url: info,
      // Yandex documents this scheme, whatever the type of the token.
      request: ({ tokens, fetch }) =>
        fetchProfileJson(
          'Yandex',
          tokens,
          fetch,
        )(info, {
          headers: { authorization: `OAuth ${tokens.access_token}` },
        }),
    },
    profile: ({
      id,
      display_name,
      real_name,
      first_name,
      default_email,
      emails,
      is_avatar_empty,
      default_avatar_id,
    }) => ({
      id,
      name: display_name ?? real_name ?? first_name ?? null,
      email: default_email ?? emails?.[0] ?? null,
      image:
        !is_avatar_empty && default_avatar_id
          ? `https://avatars.yandex.net/get-yapic/${default_avatar_id}/islands-200`
          : null,
    }),
    style: { brandColor: '#fc3f1d' },
  }
  return withOptions(provider, options)
}

const info = 'https://login.yandex.ru/info?format=json'
