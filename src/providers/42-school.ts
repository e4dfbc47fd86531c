import type { OAuthProvider } from './kinds/oauth.js'
import type { OAuthOverrides } from './kinds/oauth-overrides.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** What 42 School returns for the signed-in user. @see https://api.intra.42.fr/apidoc/2.0/users/me.html */
export interface FortyTwoProfile {
  id: number
  login: string
  email: string
  displayname: string
  usual_full_name: string | null
  image: { link: string | null; versions?: Record<string, string> } | null
  [field: string]: unknown
}

/** What {@link fortyTwo} can be given in place of its defaults. */
export interface FortyTwoOptions<Id extends string = '42-school', User = StandardUser>
  extends OAuthOverrides<FortyTwoProfile, Id, User> {}

/**
 * Sign-in with 42 School. Every option replaces a default, whole fields at a time.
 *
 * @param options - Default: client id and secret from `AUTH_42_SCHOOL_ID` and `AUTH_42_SCHOOL_SECRET`, scope `public`,
 * a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { fortyTwo } from 'authwright/providers/42-school'
 *
 * export const auth = createAuth().provider(fortyTwo()).build()
 * ```
 *
 * @see https://api.intra.42.fr/apidoc/2.0/users/me.html
 */
export function fortyTwo<const Id extends string = '42-school', User extends ProviderUser = StandardUser>(
  options: FortyTwoOptions<Id, User> = {},
): OAuthProvider<FortyTwoProfile, Id, User> {
  const provider: OAuthProvider<FortyTwoProfile, '42-school', StandardUser> = {
    id: '42-school',
    name: '42 School',
    type: 'oauth',
    authorization: { url: 'https://api.intra.42.fr/oauth/authorize', params: { scope: 'public' } },
    token: 'https://api.intra.42.fr/oauth/token',
    userinfo: 'https://api.intra.42.fr/v2/me',
    profile: ({ id, usual_full_name, displayname, email, image }) => ({
      id: id.toString(),
      name: usual_full_name ?? displayname,
      email,
      image: image?.link ?? null,
    }),
    style: {
      brandColor: '#000000',
      mark: 'M19.581 16.851H24v-4.439ZM24 3.574h-4.419v4.42l-4.419 4.418v4.44h4.419v-4.44L24 7.993Zm-4.419 0h-4.419v4.42zm-6.324 8.838H4.419l8.838-8.838H8.838L0 12.412v3.595h8.838v4.419h4.419z',
    },
  }
  return withOptions(provider, options)
}
