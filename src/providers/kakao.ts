import type { OAuthProvider } from './kinds/oauth.js'
import type { OAuthOverrides } from './kinds/oauth-overrides.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** What Kakao returns for the signed-in user. @see https://developers.kakao.com/docs/latest/en/kakaologin/rest-api#req-user-info */
export interface KakaoProfile {
  id: number
  connected_at?: string
  kakao_account?: {
    profile?: { nickname?: string; profile_image_url?: string; thumbnail_image_url?: string }
    email?: string
    is_email_valid?: boolean
    is_email_verified?: boolean
    [field: string]: unknown
  }
  [field: string]: unknown
}

/** What {@link kakao} can be given in place of its defaults. */
export interface KakaoOptions<Id extends string = 'kakao', User = StandardUser>
  extends OAuthOverrides<KakaoProfile, Id, User> {}

/**
 * Sign-in with Kakao. Every option replaces a default, whole fields at a time.
 *
 * An address that is not valid and verified counts as none.
 *
 * @param options - Default: client id and secret from `AUTH_KAKAO_ID` and `AUTH_KAKAO_SECRET`, no scope,
 * a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { kakao } from 'authwright/providers/kakao'
 *
 * export const auth = createAuth().provider(kakao()).build()
 * ```
 *
 * @see https://developers.kakao.com/docs/latest/en/kakaologin/rest-api#req-user-info
 */
export function kakao<const Id extends string = 'kakao', User extends ProviderUser = StandardUser>(
  options: KakaoOptions<Id, User> = {},
): OAuthProvider<KakaoProfile, Id, User> {
  const provider: OAuthProvider<KakaoProfile, 'kakao', StandardUser> = {
    id: 'kakao',
    name: 'Kakao',
    type: 'oauth',
    // Without a scope, Kakao requests the consent items that the application is configured with.
    authorization: { url: 'https://kauth.kakao.com/oauth/authorize', params: { scope: '' } },
    token: 'https://kauth.kakao.com/oauth/token',
    userinfo: 'https://kapi.kakao.com/v2/user/me',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ id, kakao_account: account }) => ({
      id: id.toString(),
      name: account?.profile?.nickname ?? null,
      email: account?.is_email_valid && account.is_email_verified ? (account.email ?? null) : null,
      image: account?.profile?.profile_image_url ?? null,
    }),
    // Both fields must hold: https://developers.kakao.com/docs/latest/en/kakaologin/rest-api#kakaoaccount
    emailVerified: ({ kakao_account: account }) =>
      account?.is_email_valid === true && account.is_email_verified === true,
    style: { brandColor: '#fee500' },
  }
  return withOptions(provider, options)
}
