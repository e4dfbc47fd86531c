import { defineOAuthProvider } from './kinds/define-provider.js'
import { fullName } from './kinds/full-name.js'
import type { OAuthProvider } from './kinds/oauth.js'
import type { OAuthOverrides } from './kinds/provider-overrides.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'

/** The profile of the signed-in user at WorkOS. @see https://workos.com/docs/reference/sso/profile */
export interface WorkOSProfile {
  object: 'profile'
  id: string
  connection_id: string
  connection_type: string
  organization_id: string | null
  /** The user's id at the identity provider. */
  idp_id: string
  email: string
  first_name: string | null
  last_name: string | null
  name?: string | null
  /** The attributes of the user, as the identity provider sent them. */
  raw_attributes?: Record<string, unknown>
  [field: string]: unknown
}

/** Options of {@link workos}. */
export interface WorkOSOptions<Id extends string = 'workos', User = StandardUser>
  extends OAuthOverrides<WorkOSProfile, Id, User> {
  /** The connection that users sign in with, such as `conn_01E4`. Pass this or `organization`. */
  readonly connection?: string | undefined
  /** The organization, such as `org_01EH`, whose connection users sign in with. */
  readonly organization?: string | undefined
}

/**
 * Sign-in with WorkOS.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { workos } from 'authwright/providers/workos'
 *
 * export const auth = createAuth().provider(workos({ organization: 'org_01EH' })).build()
 * ```
 *
 * @see https://workos.com/docs/reference/sso/profile
 */
export function workos<const Id extends string = 'workos', User extends ProviderUser = StandardUser>(
  options: WorkOSOptions<Id, User> = {},
): OAuthProvider<WorkOSProfile, Id, User> {
  const { connection, organization, ...overrides } = options
  const chosen = { ...(connection && { connection }), ...(organization && { organization }) }
  const provider = defineOAuthProvider<WorkOSProfile>()({
    id: 'workos',
    name: 'WorkOS',
    authorization: { url: 'https://api.workos.com/sso/authorize', params: { scope: '', ...chosen } },
    token: 'https://api.workos.com/sso/token',
    userinfo: 'https://api.workos.com/sso/profile',
    // The single sign-on API does not document PKCE for applications with a secret.
    checks: ['state'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ id, first_name, last_name, name, email, raw_attributes }) => ({
      id,
      name: fullName(first_name, last_name) ?? (name || null),
      email,
      image: typeof raw_attributes?.['picture'] === 'string' ? raw_attributes['picture'] : null,
    }),
    style: { brandColor: '#6363f1' },
  })
  return provider(overrides)
}
