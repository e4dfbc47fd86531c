import { fetchProfileJson } from './kinds/fetch-profile-json.js'
import type { OAuthProvider } from './kinds/oauth.js'
import type { OAuthOverrides } from './kinds/oauth-overrides.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** What Dropbox returns for the signed-in user. @see https://www.dropbox.com/developers/documentation/http/documentation#users-get_current_account */
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

/** What {@link dropbox} can be given in place of its defaults. */
export interface DropboxOptions<Id extends string = 'dropbox', User = StandardUser>
  extends OAuthOverrides<DropboxProfile, Id, User> {}

/**
 * Sign-in with Dropbox. Every option replaces a default, whole fields at a time.
 *
 * An address that is not verified counts as none.
 *
 * @param options - Default: client id and secret from `AUTH_DROPBOX_ID` and `AUTH_DROPBOX_SECRET`, scope `account_info.read`,
 * a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { dropbox } from 'authwright/providers/dropbox'
 *
 * export const auth = createAuth().provider(dropbox()).build()
 * ```
 *
 * @see https://www.dropbox.com/developers/documentation/http/documentation#users-get_current_account
 */
export function dropbox<const Id extends string = 'dropbox', User extends ProviderUser = StandardUser>(
  options: DropboxOptions<Id, User> = {},
): OAuthProvider<DropboxProfile, Id, User> {
  const provider: OAuthProvider<DropboxProfile, 'dropbox', StandardUser> = {
    id: 'dropbox',
    name: 'Dropbox',
    type: 'oauth',
    authorization: {
      url: 'https://www.dropbox.com/oauth2/authorize',
      params: { scope: 'account_info.read', token_access_type: 'offline' },
    },
    token: 'https://api.dropboxapi.com/oauth2/token',
    userinfo: {
      url: account,
      request: ({ tokens, fetch }) => fetchProfileJson('Dropbox', tokens, fetch)(account, { method: 'POST' }),
    },
    profile: ({ account_id, name, email, email_verified, profile_photo_url }) => ({
      id: account_id,
      name: name.display_name,
      email: email_verified ? email : null,
      image: profile_photo_url ?? null,
    }),
    style: {
      brandColor: '#0061fe',
      mark: 'M6 1.807L0 5.629l6 3.822 6.001-3.822L6 1.807zM18 1.807l-6 3.822 6 3.822 6-3.822-6-3.822zM0 13.274l6 3.822 6.001-3.822L6 9.452l-6 3.822zM18 9.452l-6 3.822 6 3.822 6-3.822-6-3.822zM6 18.371l6.001 3.822 6-3.822-6-3.822L6 18.371z',
    },
  }
  return withOptions(provider, options)
}

const account = 'https://api.dropboxapi.com/2/users/get_current_account'
