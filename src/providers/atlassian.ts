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
    style: { brandColor: '#0052cc' },
  }
  return withOptions(provider, options)
}
