import type { OAuthProvider } from './kinds/oauth.js'
import type { OAuthOverrides } from './kinds/oauth-overrides.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'
import { withTokenType } from './kinds/with-token-type.js'

/** What Webex returns for the signed-in user. @see https://developer.webex.com/docs/api/v1/people/get-my-own-details */
export interface WebexProfile {
  id: string
  emails: readonly string[]
  displayName?: string
  nickName?: string
  firstName?: string
  lastName?: string
  avatar?: string
  orgId?: string
  [field: string]: unknown
}

/** What {@link webex} can be given in place of its defaults. */
export interface WebexOptions<Id extends string = 'webex', User = StandardUser>
  extends OAuthOverrides<WebexProfile, Id, User> {}

/**
 * Sign-in with Webex. Every option replaces a default, whole fields at a time.
 *
 * @param options - Default: client id and secret from `AUTH_WEBEX_ID` and `AUTH_WEBEX_SECRET`, scope `spark:kms spark:people_read`,
 * a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { webex } from 'authwright/providers/webex'
 *
 * export const auth = createAuth().provider(webex()).build()
 * ```
 *
 * @see https://developer.webex.com/docs/api/v1/people/get-my-own-details
 */
export function webex<const Id extends string = 'webex', User extends ProviderUser = StandardUser>(
  options: WebexOptions<Id, User> = {},
): OAuthProvider<WebexProfile, Id, User> {
  const provider: OAuthProvider<WebexProfile, 'webex', StandardUser> = {
    id: 'webex',
    name: 'Webex',
    type: 'oauth',
    authorization: {
      url: 'https://webexapis.com/v1/authorize',
      params: { scope: 'spark:kms spark:people_read' },
    },
    token: { url: 'https://webexapis.com/v1/access_token', conform: withTokenType },
    userinfo: 'https://webexapis.com/v1/people/me',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ id, displayName, emails, avatar }) => ({
      id,
      name: displayName ?? null,
      email: emails[0] ?? null,
      image: avatar ?? null,
    }),
    style: { brandColor: '#00bceb' },
  }
  return withOptions(provider, options)
}
