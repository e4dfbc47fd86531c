import { defineOAuthProvider } from './kinds/define-provider.js'

/** The profile of the signed-in user at Pipedrive. @see https://developers.pipedrive.com/docs/api/v1/Users#getCurrentUser */
export interface PipedriveProfile {
  success: boolean
  data: {
    id: number
    name: string
    email: string
    icon_url: string | null
    company_id: number
    company_name?: string
    [field: string]: unknown
  }
  [field: string]: unknown
}

/**
 * Sign-in with Pipedrive.
 *
 * @see https://developers.pipedrive.com/docs/api/v1/Users#getCurrentUser
 */
export const pipedrive = defineOAuthProvider<PipedriveProfile>()({
  id: 'pipedrive',
  name: 'Pipedrive',
  authorization: { url: 'https://oauth.pipedrive.com/oauth/authorize', params: { scope: '' } },
  token: 'https://oauth.pipedrive.com/oauth/token',
  userinfo: 'https://api.pipedrive.com/v1/users/me',
  // Pipedrive does not document PKCE.
  checks: ['state'],
  profile: ({ data: { id, name, email, icon_url } }) => ({
    id: id.toString(),
    name,
    email,
    image: icon_url,
  }),
  style: { brandColor: '#017737' },
})
