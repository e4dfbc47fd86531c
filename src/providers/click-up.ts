import type { OAuthProvider } from './kinds/oauth.js'
import type { OAuthOverrides } from './kinds/oauth-overrides.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** What ClickUp returns for the signed-in user. @see https://developer.clickup.com/reference/getauthorizeduser */
export interface ClickUpProfile {
  user: {
    id: number
    username: string
    email?: string
    color: string | null
    profilePicture: string | null
    [field: string]: unknown
  }
  [field: string]: unknown
}

/** What {@link clickUp} can be given in place of its defaults. */
export interface ClickUpOptions<Id extends string = 'click-up', User = StandardUser>
  extends OAuthOverrides<ClickUpProfile, Id, User> {}

/**
 * Sign-in with ClickUp. Every option replaces a default, whole fields at a time.
 *
 * @param options - Default: client id and secret from `AUTH_CLICK_UP_ID` and `AUTH_CLICK_UP_SECRET`, no scope,
 * a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { clickUp } from 'authwright/providers/click-up'
 *
 * export const auth = createAuth().provider(clickUp()).build()
 * ```
 *
 * @see https://developer.clickup.com/reference/getauthorizeduser
 */
export function clickUp<const Id extends string = 'click-up', User extends ProviderUser = StandardUser>(
  options: ClickUpOptions<Id, User> = {},
): OAuthProvider<ClickUpProfile, Id, User> {
  const provider: OAuthProvider<ClickUpProfile, 'click-up', StandardUser> = {
    id: 'click-up',
    name: 'ClickUp',
    type: 'oauth',
    authorization: { url: 'https://app.clickup.com/api', params: { scope: '' } },
    token: 'https://api.clickup.com/api/v2/oauth/token',
    userinfo: 'https://api.clickup.com/api/v2/user',
    // ClickUp documents no PKCE.
    checks: ['state'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ user: { id, username, email, profilePicture } }) => ({
      id: id.toString(),
      name: username,
      email: email ?? null,
      image: profilePicture,
    }),
    style: {
      brandColor: '#7b68ee',
      mark: 'M2 18.439l3.69-2.828c1.961 2.56 4.044 3.739 6.363 3.739 2.307 0 4.33-1.166 6.203-3.704L22 18.405C19.298 22.065 15.941 24 12.053 24 8.178 24 4.788 22.078 2 18.439zM12.04 6.15l-6.568 5.66-3.036-3.52L12.055 0l9.543 8.296-3.05 3.509z',
    },
  }
  return withOptions(provider, options)
}
