import type { OAuthProvider } from './kinds/oauth.js'
import type { OAuthOverrides } from './kinds/oauth-overrides.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** What Atlassian returns for the signed-in user. @see https://developer.atlassian.com/cloud/jira/platform/oauth-2-3lo-apps/ */
export interface AtlassianProfile {
  account_id: string
  account_type: string
  account_status: string
  name: string
  nickname: string
  /** `null` where the user hides it. */
  email: string | null
  picture: string
  [field: string]: unknown
}

/** What {@link atlassian} can be given in place of its defaults. */
export interface AtlassianOptions<Id extends string = 'atlassian', User = StandardUser>
  extends OAuthOverrides<AtlassianProfile, Id, User> {}

/**
 * Sign-in with Atlassian. Every option replaces a default, whole fields at a time.
 *
 * @param options - Default: client id and secret from `AUTH_ATLASSIAN_ID` and `AUTH_ATLASSIAN_SECRET`, scope `read:me`,
 * a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { atlassian } from 'authwright/providers/atlassian'
 *
 * export const auth = createAuth().provider(atlassian()).build()
 * ```
 *
 * @see https://developer.atlassian.com/cloud/jira/platform/oauth-2-3lo-apps/
 */
export function atlassian<const Id extends string = 'atlassian', User extends ProviderUser = StandardUser>(
  options: AtlassianOptions<Id, User> = {},
): OAuthProvider<AtlassianProfile, Id, User> {
  const provider: OAuthProvider<AtlassianProfile, 'atlassian', StandardUser> = {
    id: 'atlassian',
    name: 'Atlassian',
    type: 'oauth',
    authorization: {
      url: 'https://auth.atlassian.com/authorize',
      params: { scope: 'read:me', audience: 'api.atlassian.com' },
    },
    token: 'https://auth.atlassian.com/oauth/token',
    userinfo: 'https://api.atlassian.com/me',
    // Atlassian documents no PKCE for three-legged OAuth.
    checks: ['state'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ account_id, name, email, picture }) => ({
      id: account_id,
      name,
      email: email ?? null,
      image: picture,
    }),
    style: {
      brandColor: '#0052cc',
      mark: 'M7.12 11.084a.683.683 0 00-1.16.126L.075 22.974a.703.703 0 00.63 1.018h8.19a.678.678 0 00.63-.39c1.767-3.65.696-9.203-2.406-12.52zM11.434.386a15.515 15.515 0 00-.906 15.317l3.95 7.9a.703.703 0 00.628.388h8.19a.703.703 0 00.63-1.017L12.63.38a.664.664 0 00-1.196.006z',
    },
  }
  return withOptions(provider, options)
}
