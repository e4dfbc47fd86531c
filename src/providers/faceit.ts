import { defineOAuthProvider } from './kinds/define-provider.js'
import { faceitMark } from './kinds/logos.js'

/** The profile of the signed-in user at FACEIT. @see https://docs.faceit.com/docs/auth/faceit-connect/introduction/ */
export interface FaceitProfile {
  guid: string
  nickname: string
  given_name?: string
  family_name?: string
  email?: string
  email_verified?: boolean
  picture?: string
  locale?: string
  [field: string]: unknown
}

/**
 * Sign-in with FACEIT.
 *
 * @see https://docs.faceit.com/docs/auth/faceit-connect/introduction/
 */
export const faceit = defineOAuthProvider<FaceitProfile>()({
  id: 'faceit',
  name: 'FACEIT',
  authorization: {
    url: 'https://accounts.faceit.com/accounts',
    params: { scope: 'openid profile email', redirect_popup: 'true' },
  },
  token: 'https://api.faceit.com/auth/v1/oauth/token',
  userinfo: 'https://api.faceit.com/auth/v1/resources/userinfo',
  profile: ({ guid, nickname, email, picture }) => ({
    id: guid,
    name: nickname,
    email: email ?? null,
    image: picture || null,
  }),
  style: { brandColor: '#ff5500', mark: faceitMark },
})
