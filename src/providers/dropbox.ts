import { defineOAuthProvider } from './kinds/define-provider.js'
import { dropboxMark } from './kinds/logos.js'
import { profileFetcher } from './kinds/profile-fetcher.js'

/** The profile of the signed-in user at Dropbox. @see https://www.dropbox.com/developers/documentation/http/documentation#users-get_current_account */
export interface DropboxProfile {
  account_id: string
  name: {
    display_name: string
    given_name: string
    surname: string
    familiar_name: string
    abbreviated_name: string
  }
  email: string
  email_verified: boolean
  disabled: boolean
  country?: string
  locale: string
  profile_photo_url?: string
  [field: string]: unknown
}

const account = 'https://api.dropboxapi.com/2/users/get_current_account'

/**
 * Sign-in with Dropbox.
 *
 * Unverified e-mail addresses are left out.
 *
 * @see https://www.dropbox.com/developers/documentation/http/documentation#users-get_current_account
 */
export const dropbox = defineOAuthProvider<DropboxProfile>()({
  id: 'dropbox',
  name: 'Dropbox',
  authorization: {
    url: 'https://www.dropbox.com/oauth2/authorize',
    params: { scope: 'account_info.read', token_access_type: 'offline' },
  },
  token: 'https://api.dropboxapi.com/oauth2/token',
  userinfo: {
    url: account,
    request: ({ tokens, fetch }) => profileFetcher('Dropbox', tokens, fetch)(account, { method: 'POST' }),
  },
  profile: ({ account_id, name, email, email_verified, profile_photo_url }) => ({
    id: account_id,
    name: name.display_name,
    email: email_verified ? email : null,
    image: profile_photo_url ?? null,
  }),
  style: { brandColor: '#0061fe', mark: dropboxMark },
})
