import { defineOAuthProvider } from './kinds/define-provider.js'
import { fortyTwoMark } from './kinds/logos.js'

/** The profile of the signed-in user at 42 School. @see https://api.intra.42.fr/apidoc/2.0/users/me.html */
export interface FortyTwoProfile {
  id: number
  login: string
  email: string
  displayname: string
  usual_full_name: string | null
  image: { link: string | null; versions?: Record<string, string> } | null
  [field: string]: unknown
}

/**
 * Sign-in with 42 School.
 *
 * @see https://api.intra.42.fr/apidoc/2.0/users/me.html
 */
export const fortyTwo = defineOAuthProvider<FortyTwoProfile>()({
  id: '42-school',
  name: '42 School',
  authorization: { url: 'https://api.intra.42.fr/oauth/authorize', params: { scope: 'public' } },
  token: 'https://api.intra.42.fr/oauth/token',
  userinfo: 'https://api.intra.42.fr/v2/me',
  profile: ({ id, usual_full_name, displayname, email, image }) => ({
    id: id.toString(),
    name: usual_full_name ?? displayname,
    email,
    image: image?.link ?? null,
  }),
  style: { brandColor: '#000000', mark: fortyTwoMark },
})
