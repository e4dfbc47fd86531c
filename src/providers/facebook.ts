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
    style: {
      brandColor: '#0866ff',
      mark: 'M9.101 23.691v-7.98H6.627v-3.667h2.474v-1.58c0-4.085 1.848-5.978 5.858-5.978.401 0 .955.042 1.468.103a8.68 8.68 0 0 1 1.141.195v3.325a8.623 8.623 0 0 0-.653-.036 26.805 26.805 0 0 0-.733-.009c-.707 0-1.259.096-1.675.309a1.686 1.686 0 0 0-.679.622c-.258.42-.374.995-.374 1.752v1.297h3.919l-.386 2.103-.287 1.564h-3.246v8.245C19.396 23.238 24 18.179 24 12.044c0-6.627-5.373-12-12-12s-12 5.373-12 12c0 5.628 3.874 10.35 9.101 11.647Z',
    },
  }
  return withOptions(provider, options)
}
