import type { OAuthProvider } from './kinds/oauth.js'
import type { OAuthOverrides } from './kinds/oauth-overrides.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** What a Mattermost server returns for the signed-in user. @see https://developers.mattermost.com/api-documentation/#/operations/GetUser */
export interface MattermostProfile {
  id: string
  username: string
  first_name: string
  last_name: string
  nickname: string
  email: string
  /** Whether `email` is verified. */
  email_verified?: boolean
  auth_service?: string
  roles?: string
  locale?: string
  [field: string]: unknown
}

/** What {@link mattermost} can be given in place of its defaults. */
export interface MattermostOptions<Id extends string = 'mattermost', User = StandardUser>
  extends OAuthOverrides<MattermostProfile, Id, User> {
  /** The address of the server, with or without a slash at its end. Default: the environment variable `AUTH_MATTERMOST_ISSUER`. */
  readonly issuer?: string | undefined
}

/**
 * Sign-in with Mattermost. Every option replaces a default, whole fields at a time.
 *
 * An address that the user has not verified counts as none. An administrator must enable the OAuth 2.0 service provider.
 *
 * @param options - Default: client id and secret from `AUTH_MATTERMOST_ID` and `AUTH_MATTERMOST_SECRET`, issuer from `AUTH_MATTERMOST_ISSUER`, no scope,
 * a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { mattermost } from 'authwright/providers/mattermost'
 *
 * export const auth = createAuth().provider(mattermost()).build()
 * ```
 *
 * @see https://developers.mattermost.com/integrate/apps/authentication/oauth2/
 */
export function mattermost<const Id extends string = 'mattermost', User extends ProviderUser = StandardUser>(
  options: MattermostOptions<Id, User> = {},
): OAuthProvider<MattermostProfile, Id, User> {
  const provider: OAuthProvider<MattermostProfile, 'mattermost', StandardUser> = {
    id: 'mattermost',
    name: 'Mattermost',
    type: 'oauth',
    authorization: { url: '{issuer}/oauth/authorize', params: { scope: '' } },
    token: '{issuer}/oauth/access_token',
    userinfo: '{issuer}/api/v4/users/me',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ id, username, first_name, last_name, email, email_verified }) => ({
      id,
      name: [first_name, last_name].filter(Boolean).join(' ') || username,
      email: email_verified === false ? null : email,
      image: null,
    }),
    style: {
      brandColor: '#1e325c',
      mark: 'M12.081 0C7.048-.034 2.339 3.125.637 8.153c-2.125 6.276 1.24 13.086 7.516 15.21 6.276 2.125 13.086-1.24 15.21-7.516 1.727-5.1-.172-10.552-4.311-13.557l.126 2.547c2.065 2.282 2.88 5.512 1.852 8.549-1.534 4.532-6.594 6.915-11.3 5.321-4.708-1.593-7.28-6.559-5.745-11.092 1.031-3.046 3.655-5.121 6.694-5.67l1.642-1.94A4.87 4.87 0 0 0 12.08 0zm3.528 1.094a.284.284 0 0 0-.123.024l-.004.001a.33.33 0 0 0-.109.071c-.145.142-.657.828-.657.828L13.6 3.4l-1.3 1.585-2.232 2.776s-1.024 1.278-.798 2.851c.226 1.574 1.396 2.34 2.304 2.648.907.307 2.302.408 3.438-.704 1.135-1.112 1.098-2.75 1.098-2.75l-.087-3.56-.07-2.05-.047-1.775s.01-.856-.02-1.057a.33.33 0 0 0-.035-.107l-.006-.012-.007-.011a.277.277 0 0 0-.229-.14z',
    },
  }
  return withOptions(provider, options)
}
