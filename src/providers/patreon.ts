import { defineOAuthProvider } from './kinds/define-provider.js'
import { patreonMark } from './kinds/logos.js'

/** The profile of the signed-in user at Patreon. @see https://docs.patreon.com/#get-api-oauth2-v2-identity */
export interface PatreonProfile {
  data: {
    id: string
    type: 'user'
    attributes: {
      email?: string | null
      full_name: string
      image_url: string | null
      is_email_verified?: boolean
      [field: string]: unknown
    }
  }
  [field: string]: unknown
}

/**
 * Sign-in with Patreon.
 *
 * Unverified e-mail addresses are left out.
 *
 * @see https://docs.patreon.com/#get-api-oauth2-v2-identity
 */
export const patreon = defineOAuthProvider<PatreonProfile>()({
  id: 'patreon',
  name: 'Patreon',
  authorization: {
    url: 'https://www.patreon.com/oauth2/authorize',
    params: { scope: 'identity identity[email]' },
  },
  token: 'https://www.patreon.com/api/oauth2/token',
  userinfo: {
    url: 'https://www.patreon.com/api/oauth2/v2/identity',
    params: { 'fields[user]': 'email,full_name,image_url,is_email_verified' },
  },
  // Patreon does not document PKCE.
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ data: { id, attributes } }) => ({
    id,
    name: attributes.full_name,
    email: attributes.is_email_verified ? (attributes.email ?? null) : null,
    image: attributes.image_url,
  }),
  // `is_email_verified` means that the user has confirmed the e-mail address: https://docs.patreon.com/#user-v2
  verifiedEmail: ({ data: { attributes } }) =>
    attributes.is_email_verified === true ? attributes.email : null,
  style: { brandColor: '#ff424d', mark: patreonMark },
})
