import { defineOAuthProvider } from './kinds/define-provider.js'
import { figmaMark } from './kinds/logos.js'
import { withTokenType } from './kinds/with-token-type.js'

/** The profile of the signed-in user at Figma. @see https://developers.figma.com/docs/rest-api/authentication/ */
export interface FigmaProfile {
  id: string
  handle: string
  email: string
  img_url: string
  [field: string]: unknown
}

/**
 * Sign-in with Figma.
 *
 * @see https://developers.figma.com/docs/rest-api/authentication/
 */
export const figma = defineOAuthProvider<FigmaProfile>()({
  id: 'figma',
  name: 'Figma',
  authorization: { url: 'https://www.figma.com/oauth', params: { scope: 'current_user:read' } },
  // Token responses have no `token_type`. Tokens are also refreshed at this endpoint:
  // https://developers.figma.com/docs/rest-api/changelog/
  token: { url: 'https://api.figma.com/v1/oauth/token', conform: withTokenType },
  userinfo: 'https://api.figma.com/v1/me',
  profile: ({ id, handle, email, img_url }) => ({ id, name: handle, email, image: img_url }),
  style: { brandColor: '#ff7237', mark: figmaMark },
})
