import type { OAuthProvider } from './kinds/oauth.js'
import type { OAuthOverrides } from './kinds/oauth-overrides.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** What Todoist returns for the signed-in user. @see https://developer.todoist.com/api/v1/ */
export interface TodoistProfile {
  id: string
  full_name: string
  email: string
  avatar_big?: string | null
  avatar_medium?: string | null
  lang?: string
  [field: string]: unknown
}

/** What {@link todoist} can be given in place of its defaults. */
export interface TodoistOptions<Id extends string = 'todoist', User = StandardUser>
  extends OAuthOverrides<TodoistProfile, Id, User> {}

/**
 * Sign-in with Todoist. Every option replaces a default, whole fields at a time.
 *
 * @param options - Default: client id and secret from `AUTH_TODOIST_ID` and `AUTH_TODOIST_SECRET`, scope `data:read`,
 * a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { todoist } from 'authwright/providers/todoist'
 *
 * export const auth = createAuth().provider(todoist()).build()
 * ```
 *
 * @see https://developer.todoist.com/api/v1/
 */
export function todoist<const Id extends string = 'todoist', User extends ProviderUser = StandardUser>(
  options: TodoistOptions<Id, User> = {},
): OAuthProvider<TodoistProfile, Id, User> {
  const provider: OAuthProvider<TodoistProfile, 'todoist', StandardUser> = {
    id: 'todoist',
    name: 'Todoist',
    type: 'oauth',
    authorization: { url: 'https://app.todoist.com/oauth/authorize', params: { scope: 'data:read' } },
    token: 'https://api.todoist.com/oauth/access_token',
    userinfo: 'https://api.todoist.com/api/v1/user',
    // Todoist documents no PKCE.
    checks: ['state'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ id, full_name, email, avatar_big }) => ({
      id,
      name: full_name,
      email,
      image: avatar_big ?? null,
    }),
    style: { brandColor: '#e44332' },
  }
  return withOptions(provider, options)
}
