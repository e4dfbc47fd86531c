import { defineOIDCProvider } from './kinds/define-provider.js'
import { huggingfaceMark } from './kinds/logos.js'
import { type OpenIDClaims, openIDUser } from './kinds/openid-claims.js'

/** The claims of Hugging Face's ID tokens. @see https://huggingface.co/docs/hub/oauth */
export interface HuggingFaceProfile extends OpenIDClaims {
  isPro?: boolean
  orgs?: unknown[]
}

/**
 * Sign-in with Hugging Face.
 *
 * @see https://huggingface.co/docs/hub/oauth
 */
export const huggingface = defineOIDCProvider<HuggingFaceProfile>()({
  id: 'huggingface',
  name: 'Hugging Face',
  issuer: 'https://huggingface.co',
  profile: openIDUser,
  style: { brandColor: '#ffd21e', mark: huggingfaceMark },
})
