import type { OAuthProvider } from './kinds/oauth.js'
import type { OAuthOverrides } from './kinds/oauth-overrides.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** What Box returns for the signed-in user. @see https://developer.box.com/reference/get-users-me/ */
export interface BoxProfile {
  type: 'user'
  id: string
  name: string
  /** The e-mail address. */
  login: string
  avatar_url: string | null
  status: string
  [field: string]: unknown
}

/** What {@link box} can be given in place of its defaults. */
export interface BoxOptions<Id extends string = 'box', User = StandardUser>
  extends OAuthOverrides<BoxProfile, Id, User> {}

/**
 * Sign-in with Box. Every option replaces a default, whole fields at a time.
 *
 * @param options - Default: client id and secret from `AUTH_BOX_ID` and `AUTH_BOX_SECRET`, no scope,
 * a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { box } from 'authwright/providers/box'
 *
 * export const auth = createAuth().provider(box()).build()
 * ```
 *
 * @see https://developer.box.com/reference/get-users-me/
 */
export function box<const Id extends string = 'box', User extends ProviderUser = StandardUser>(
  options: BoxOptions<Id, User> = {},
): OAuthProvider<BoxProfile, Id, User> {
  const provider: OAuthProvider<BoxProfile, 'box', StandardUser> = {
    id: 'box',
    name: 'Box',
    type: 'oauth',
    authorization: { url: 'https://account.box.com/api/oauth2/authorize', params: { scope: '' } },
    token: 'https://api.box.com/oauth2/token',
    userinfo: 'https://api.box.com/2.0/users/me',
    // Box documents no PKCE.
    checks: ['state'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ id, name, login, avatar_url }) => ({ id, name, email: login, image: avatar_url }),
    style: { brandColor: '#0075c9' },
  }
  return withOptions(provider, options)
}
