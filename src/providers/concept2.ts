import type { OAuthProvider } from './kinds/oauth.js'
import type { OAuthOverrides } from './kinds/oauth-overrides.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** What Concept2 returns for the signed-in user. @see https://log.concept2.com/developers/documentation/ */
export interface Concept2Profile {
  data: {
    id: number
    username: string
    first_name?: string
    last_name?: string
    email: string | null
    profile_image: string | null
    [field: string]: unknown
  }
  [field: string]: unknown
}

/** What {@link concept2} can be given in place of its defaults. */
export interface Concept2Options<Id extends string = 'concept2', User = StandardUser>
  extends OAuthOverrides<Concept2Profile, Id, User> {}

/**
 * Sign-in with Concept2. Every option replaces a default, whole fields at a time.
 *
 * @param options - Default: client id and secret from `AUTH_CONCEPT2_ID` and `AUTH_CONCEPT2_SECRET`, scope `user:read`,
 * a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { concept2 } from 'authwright/providers/concept2'
 *
 * export const auth = createAuth().provider(concept2()).build()
 * ```
 *
 * @see https://log.concept2.com/developers/documentation/
 */
export function concept2<const Id extends string = 'concept2', User extends ProviderUser = StandardUser>(
  options: Concept2Options<Id, User> = {},
): OAuthProvider<Concept2Profile, Id, User> {
  const provider: OAuthProvider<Concept2Profile, 'concept2', StandardUser> = {
    id: 'concept2',
    name: 'Concept2',
    type: 'oauth',
    authorization: { url: 'https://log.concept2.com/oauth/authorize', params: { scope: 'user:read' } },
    token: 'https://log.concept2.com/oauth/access_token',
    userinfo: 'https://log.concept2.com/api/users/me',
    // The Concept2 Logbook documents no PKCE.
    checks: ['state'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ data: { id, username, email, profile_image } }) => ({
      id: id.toString(),
      name: username,
      email,
      image: profile_image,
    }),
    style: { brandColor: '#0d3e5d' },
  }
  return withOptions(provider, options)
}
