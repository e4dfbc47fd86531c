import type { OAuthProvider } from './kinds/oauth.js'
import type { OAuthOverrides } from './kinds/oauth-overrides.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'
import { withTokenType } from './kinds/with-token-type.js'

/** What Threads returns for the signed-in user. @see https://developers.facebook.com/docs/threads/get-started/get-access-tokens-and-permissions */
export interface ThreadsProfile {
  id: string
  username: string
  name?: string
  threads_profile_picture_url?: string
  threads_biography?: string
  [field: string]: unknown
}

/** What {@link threads} can be given in place of its defaults. */
export interface ThreadsOptions<Id extends string = 'threads', User = StandardUser>
  extends OAuthOverrides<ThreadsProfile, Id, User> {}

/**
 * Sign-in with Threads. Every option replaces a default, whole fields at a time.
 *
 * Threads gives no e-mail address.
 *
 * @param options - Default: client id and secret from `AUTH_THREADS_ID` and `AUTH_THREADS_SECRET`, scope `threads_basic`,
 * a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { threads } from 'authwright/providers/threads'
 *
 * export const auth = createAuth().provider(threads()).build()
 * ```
 *
 * @see https://developers.facebook.com/docs/threads/get-started/get-access-tokens-and-permissions
 */
export function threads<const Id extends string = 'threads', User extends ProviderUser = StandardUser>(
  options: ThreadsOptions<Id, User> = {},
): OAuthProvider<ThreadsProfile, Id, User> {
  const provider: OAuthProvider<ThreadsProfile, 'threads', StandardUser> = {
    id: 'threads',
    name: 'Threads',
    type: 'oauth',
    authorization: { url: 'https://threads.net/oauth/authorize', params: { scope: 'threads_basic' } },
    token: { url: 'https://graph.threads.net/oauth/access_token', conform: withTokenType },
    userinfo: {
      url: 'https://graph.threads.net/v1.0/me',
      params: { fields: 'id,username,name,threads_profile_picture_url' },
    },
    // Threads documents no PKCE.
    checks: ['state'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ id, username, name, threads_profile_picture_url }) => ({
      id,
      name: name ?? username,
      email: null,
      image: threads_profile_picture_url ?? null,
    }),
    style: { brandColor: '#000000' },
  }
  return withOptions(provider, options)
}
