import { defineOAuthProvider } from './kinds/define-provider.js'
import { facebookMark } from './kinds/logos.js'

/** The profile of the signed-in user at Facebook. @see https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow */
export interface FacebookProfile {
  id: string
  name: string
  /** Absent if the user has no confirmed e-mail address, or does not share it. */
  email?: string
  picture?: { data?: { url: string; height: number; width: number; is_silhouette: boolean } }
  [field: string]: unknown
}

/**
 * Sign-in with Facebook.
 *
 * The id of a user differs between applications.
 *
 * @see https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow
 */
export const facebook = defineOAuthProvider<FacebookProfile>()({
  id: 'facebook',
  name: 'Facebook',
  authorization: {
    url: 'https://www.facebook.com/v24.0/dialog/oauth',
    params: { scope: 'public_profile email' },
  },
  token: 'https://graph.facebook.com/v24.0/oauth/access_token',
  client: { token_endpoint_auth_method: 'client_secret_post' },
  userinfo: { url: 'https://graph.facebook.com/v24.0/me', params: { fields: 'id,name,email,picture' } },
  profile: ({ id, name, email, picture }) => ({
    id,
    name,
    email: email ?? null,
    image: picture?.data?.url ?? null,
  }),
  style: { brandColor: '#0866ff', mark: facebookMark },
})
