import { defineOAuthProvider } from './kinds/define-provider.js'
import { mastodonMark } from './kinds/logos.js'

/** The profile of the signed-in user at a Mastodon server. @see https://docs.joinmastodon.org/entities/Account/#CredentialAccount */
export interface MastodonProfile {
  id: string
  username: string
  /** The user name, with the domain if the account is remote. */
  acct: string
  display_name: string
  url: string
  avatar: string
  avatar_static: string
  locked?: boolean
  bot?: boolean
  created_at?: string
  [field: string]: unknown
}

/**
 * Sign-in with Mastodon.
 *
 * The issuer is the URL of the server whose users sign in: `https://<server>`. Mastodon provides no e-mail address.
 *
 * @see https://docs.joinmastodon.org/methods/accounts/#verify_credentials
 */
export const mastodon = defineOAuthProvider<MastodonProfile>()({
  id: 'mastodon',
  name: 'Mastodon',
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
  style: { brandColor: '#6364ff', mark: mastodonMark },
})
