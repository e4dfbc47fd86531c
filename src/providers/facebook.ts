import type { OAuthProvider } from './kinds/oauth.js'
import type { OAuthOverrides } from './kinds/oauth-overrides.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** What Facebook returns for the signed-in user. @see https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow */
export interface FacebookProfile {
  id: string
  name: string
  /** Absent where the user has no confirmed address, or does not share it. */
  email?: string
  picture?: { data: { url: string; height: number; width: number; is_silhouette: boolean } }
  [field: string]: unknown
}

/** What {@link facebook} can be given in place of its defaults. */
export interface FacebookOptions<Id extends string = 'facebook', User = StandardUser>
  extends OAuthOverrides<FacebookProfile, Id, User> {}

/**
 * Sign-in with Facebook. Every option replaces a default, whole fields at a time.
 *
 * The id is one of the application: another application sees the same person under another id.
 *
 * @param options - Default: client id and secret from `AUTH_FACEBOOK_ID` and `AUTH_FACEBOOK_SECRET`, scope `public_profile email`,
 * a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { facebook } from 'authwright/providers/facebook'
 *
 * export const auth = createAuth().provider(facebook()).build()
 * ```
 *
 * @see https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow
 */
export function facebook<const Id extends string = 'facebook', User extends ProviderUser = StandardUser>(
  options: FacebookOptions<Id, User> = {},
): OAuthProvider<FacebookProfile, Id, User> {
  const provider: OAuthProvider<FacebookProfile, 'facebook', StandardUser> = {
    id: 'facebook',
    name: 'Facebook',
    type: 'oauth',
    authorization: {
      url: 'https://www.facebook.com/v24.0/dialog/oauth',
      params: { scope: 'public_profile email' },
    },
    token: 'https://graph.facebook.com/v24.0/oauth/access_token',
    userinfo: { url: 'https://graph.facebook.com/v24.0/me', params: { fields: 'id,name,email,picture' } },
    profile: ({ id, name, email, picture }) => ({
      id,
      name,
      email: email ?? null,
      image: picture?.data.url ?? null,
    }),
    style: { brandColor: '#0866ff' },
  }
  return withOptions(provider, options)
}
