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
    style: { brandColor: '#1e325c' },
  }
  return withOptions(provider, options)
}
