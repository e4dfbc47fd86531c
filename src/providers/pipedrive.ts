import type { OAuthProvider } from './kinds/oauth.js'
import type { OAuthOverrides } from './kinds/oauth-overrides.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** What Pipedrive returns for the signed-in user. @see https://developers.pipedrive.com/docs/api/v1/Users#getCurrentUser */
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

/** What {@link pipedrive} can be given in place of its defaults. */
export interface PipedriveOptions<Id extends string = 'pipedrive', User = StandardUser>
  extends OAuthOverrides<PipedriveProfile, Id, User> {}

/**
 * Sign-in with Pipedrive. Every option replaces a default, whole fields at a time.
 *
 * @param options - Default: client id and secret from `AUTH_PIPEDRIVE_ID` and `AUTH_PIPEDRIVE_SECRET`, no scope,
 * a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { pipedrive } from 'authwright/providers/pipedrive'
 *
 * export const auth = createAuth().provider(pipedrive()).build()
 * ```
 *
 * @see https://developers.pipedrive.com/docs/api/v1/Users#getCurrentUser
 */
export function pipedrive<const Id extends string = 'pipedrive', User extends ProviderUser = StandardUser>(
  options: PipedriveOptions<Id, User> = {},
): OAuthProvider<PipedriveProfile, Id, User> {
  const provider: OAuthProvider<PipedriveProfile, 'pipedrive', StandardUser> = {
    id: 'pipedrive',
    name: 'Pipedrive',
    type: 'oauth',
    authorization: { url: 'https://oauth.pipedrive.com/oauth/authorize', params: { scope: '' } },
    token: 'https://oauth.pipedrive.com/oauth/token',
    userinfo: 'https://api.pipedrive.com/v1/users/me',
    // Pipedrive documents no PKCE.
    checks: ['state'],
    profile: ({ data: { id, name, email, icon_url } }) => ({
      id: id.toString(),
      name,
      email,
      image: icon_url,
    }),
    style: { brandColor: '#017737' },
  }
  return withOptions(provider, options)
}
