import { defineOAuthProvider } from './kinds/define-provider.js'
import { kakaoMark } from './kinds/logos.js'

/** The profile of the signed-in user at Kakao. @see https://developers.kakao.com/docs/latest/en/kakaologin/rest-api#req-user-info */
export interface KakaoProfile {
  /** Identifies the user to this application. */
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

/**
 * Sign-in with Kakao.
 *
 * The e-mail address is left out unless Kakao marks it as valid and verified.
 *
 * @see https://developers.kakao.com/docs/latest/en/kakaologin/rest-api#req-user-info
 */
export const kakao = defineOAuthProvider<KakaoProfile>()({
  id: 'kakao',
  name: 'Kakao',
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
  // Both fields must be `true`: https://developers.kakao.com/docs/latest/en/kakaologin/rest-api#kakaoaccount
  verifiedEmail: ({ kakao_account: account }) =>
    account?.is_email_valid === true && account.is_email_verified === true ? account.email : null,
  style: { brandColor: '#fee500', mark: kakaoMark },
})
