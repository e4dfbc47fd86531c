import { fetchProfileJson } from './kinds/fetch-profile-json.js'
import type { OAuthProvider } from './kinds/oauth.js'
import type { OAuthOverrides } from './kinds/oauth-overrides.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'
import { withTokenType } from './kinds/with-token-type.js'

/** What Mailchimp returns for the signed-in user. @see https://mailchimp.com/developer/marketing/guides/access-user-data-oauth-2/ */
export interface MailchimpProfile {
  dc: string
  role: string
  accountname: string
  user_id: number
  login: {
    login_id: number
    login_name: string
    email: string
    avatar?: string | null
    [field: string]: unknown
  }
  login_url: string
  api_endpoint: string
  [field: string]: unknown
}

/** What {@link mailchimp} can be given in place of its defaults. */
export interface MailchimpOptions<Id extends string = 'mailchimp', User = StandardUser>
  extends OAuthOverrides<MailchimpProfile, Id, User> {}

/**
 * Sign-in with Mailchimp. Every option replaces a default, whole fields at a time.
 *
 * @param options - Default: client id and secret from `AUTH_MAILCHIMP_ID` and `AUTH_MAILCHIMP_SECRET`, no scope,
 * a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { mailchimp } from 'authwright/providers/mailchimp'
 *
 * export const auth = createAuth().provider(mailchimp()).build()
 * ```
 *
 * @see https://mailchimp.com/developer/marketing/guides/access-user-data-oauth-2/
 */
export function mailchimp<const Id extends string = 'mailchimp', User extends ProviderUser = StandardUser>(
  options: MailchimpOptions<Id, User> = {},
): OAuthProvider<MailchimpProfile, Id, User> {
  const provider: OAuthProvider<MailchimpProfile, 'mailchimp', StandardUser> = {
    id: 'mailchimp',
    name: 'Mailchimp',
    type: 'oauth',
    authorization: { url: 'https://login.mailchimp.com/oauth2/authorize', params: { scope: '' } },
    token: { url: 'https://login.mailchimp.com/oauth2/token', conform: withTokenType },
    userinfo: {
      url: metadata,
      request: ({ tokens, fetch }) =>
        fetchProfileJson(
          'Mailchimp',
          tokens,
          fetch,
        )(metadata, {
          headers: { authorization: `OAuth ${tokens.access_token}` },
        }),
    },
    // Mailchimp documents no PKCE.
    checks: ['state'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ accountname, login: { login_id, email, avatar } }) => ({
      id: login_id.toString(),
      name: accountname,
      email,
      image: avatar ?? null,
    }),
    style: { brandColor: '#ffe01b' },
  }
  return withOptions(provider, options)
}

const metadata = 'https://login.mailchimp.com/oauth2/metadata'
