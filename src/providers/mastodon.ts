import type { OAuthProvider } from './kinds/oauth.js'
import type { OAuthOverrides } from './kinds/oauth-overrides.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** What a Mastodon server returns for the signed-in user. @see https://docs.joinmastodon.org/entities/Account/#CredentialAccount */
export interface MastodonProfile {
  id: string
  username: string
  /** The user name, with the domain where the account is remote. */
  acct: string
  /** Empty for users without one. */
  display_name: string
  /** The address of the profile page. */
  url: string
  avatar: string
  /** The avatar without animation. */
  avatar_static: string
  locked?: boolean
  bot?: boolean
  created_at?: string
  [field: string]: unknown
}

/** What {@link mastodon} can be given in place of its defaults. */
export interface MastodonOptions<Id extends string = 'mastodon', User = StandardUser>
  extends OAuthOverrides<MastodonProfile, Id, User> {
  /** `https://<server>`, with or without a slash at its end. Default: the environment variable `AUTH_MASTODON_ISSUER`. */
  readonly issuer?: string | undefined
}

/**
 * Sign-in with Mastodon. Every option replaces a default, whole fields at a time.
 *
 * The issuer is the address of one server, whose users sign in. Mastodon gives no e-mail address.
 *
 * @param options - Default: client id and secret from `AUTH_MASTODON_ID` and `AUTH_MASTODON_SECRET`, issuer from `AUTH_MASTODON_ISSUER`, scope `read:accounts`,
 * a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { mastodon } from 'authwright/providers/mastodon'
 *
 * export const auth = createAuth().provider(mastodon()).build()
 * ```
 *
 * @see https://docs.joinmastodon.org/methods/accounts/#verify_credentials
 */
export function mastodon<const Id extends string = 'mastodon', User extends ProviderUser = StandardUser>(
  options: MastodonOptions<Id, User> = {},
): OAuthProvider<MastodonProfile, Id, User> {
  const provider: OAuthProvider<MastodonProfile, 'mastodon', StandardUser> = {
    id: 'mastodon',
    name: 'Mastodon',
    type: 'oauth',
    authorization: { url: '{issuer}/oauth/authorize', params: { scope: 'read:accounts' } },
    token: '{issuer}/oauth/token',
    userinfo: '{issuer}/api/v1/accounts/verify_credentials',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ id, display_name, username, avatar_static }) => ({
      id,
      name: display_name || username,
      email: null,
      image: avatar_static,
    }),
    style: { brandColor: '#6364ff' },
  }
  return withOptions(provider, options)
}
