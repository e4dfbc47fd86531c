import { defineOAuthProvider } from './kinds/define-provider.js'
import { threadsMark } from './kinds/logos.js'
import { withTokenType } from './kinds/with-token-type.js'

/** The profile of the signed-in user at Threads. @see https://developers.facebook.com/docs/threads/get-started/get-access-tokens-and-permissions */
export interface ThreadsProfile {
  id: string
  username: string
  name?: string
  threads_profile_picture_url?: string
  threads_biography?: string
  [field: string]: unknown
}

/**
 * Sign-in with Threads.
 *
 * Threads provides no e-mail address.
 *
 * Access tokens are valid for an hour. Then `auth.tokens` returns `'reauthenticate'`, because there is no refresh token. For longer access,
 * exchange an access token for a [long-lived
 * token](https://developers.facebook.com/docs/threads/get-started/long-lived-tokens/) and store it yourself.
 *
 * @see https://developers.facebook.com/docs/threads/get-started/get-access-tokens-and-permissions
 */
export const threads = defineOAuthProvider<ThreadsProfile>()({
  id: 'threads',
  name: 'Threads',
  authorization: { url: 'https://threads.com/oauth/authorize', params: { scope: 'threads_basic' } },
  token: {
    url: 'https://graph.threads.net/oauth/access_token',
    // The response contains no lifetime. The documentation says one hour.
    conform: (response) => withTokenType(response, 3_600),
  },
  userinfo: {
    url: 'https://graph.threads.net/v1.0/me',
    params: { fields: 'id,username,name,threads_profile_picture_url' },
  },
  // Threads does not document PKCE.
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ id, username, name, threads_profile_picture_url }) => ({
    id,
    name: name ?? username,
    email: null,
    image: threads_profile_picture_url ?? null,
  }),
  style: { brandColor: '#000000', mark: threadsMark },
})
