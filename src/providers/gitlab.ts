import { defineOAuthProvider } from './kinds/define-provider.js'
import { gitlabMark } from './kinds/logos.js'
import type { OAuthProvider } from './kinds/oauth.js'
import type { OAuthOverrides } from './kinds/provider-overrides.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'

/** The profile of the signed-in user at GitLab. @see https://docs.gitlab.com/api/users/#retrieve-the-current-user */
export interface GitLabProfile {
  /** Identifies the user at this GitLab instance, and never changes. */
  id: number
  /** The user name. It may change. */
  username: string
  name: string
  state: string
  email: string
  avatar_url: string | null
  web_url: string
  confirmed_at?: string | null
  [field: string]: unknown
}

/** Options of {@link gitlab}. Each replaces a default. */
export interface GitLabOptions<Id extends string = 'gitlab', User = StandardUser>
  extends OAuthOverrides<GitLabProfile, Id, User> {
  /** The URL of a self-managed GitLab. Default: `https://gitlab.com`. */
  readonly baseUrl?: string | undefined
}

/**
 * Sign-in with GitLab.
 *
 * An e-mail address counts as verified at gitlab.com only. If your own server sends confirmations, set
 * `verifiedEmail: ({ email, confirmed_at }) => (confirmed_at ? email : null)`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { gitlab } from 'authwright/providers/gitlab'
 *
 * export const auth = createAuth().provider(gitlab({ baseUrl: 'https://gitlab.example.com' })).build()
 * ```
 *
 * @see https://docs.gitlab.com/api/users/#retrieve-the-current-user
 */
export function gitlab<const Id extends string = 'gitlab', User extends ProviderUser = StandardUser>(
  options: GitLabOptions<Id, User> = {},
): OAuthProvider<GitLabProfile, Id, User> {
  const { baseUrl, ...overrides } = options
  const origin = (baseUrl || 'https://gitlab.com').replace(/\/+$/, '')
  const isGitLabCom = origin === 'https://gitlab.com'
  const provider = defineOAuthProvider<GitLabProfile>()({
    id: 'gitlab',
    name: 'GitLab',
    authorization: { url: `${origin}/oauth/authorize`, params: { scope: 'read_user' } },
    token: `${origin}/oauth/token`,
    userinfo: `${origin}/api/v4/user`,
    revocation: `${origin}/oauth/revoke`,
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ id, username, name, email, avatar_url }) => ({
      id: id.toString(),
      name: name || username,
      email,
      image: avatar_url,
    }),
    // A new e-mail address replaces the confirmed e-mail address only after its confirmation (`reconfirmable`):
    // https://gitlab.com/gitlab-org/gitlab/-/blob/master/config/initializers/8_devise.rb
    // A self-managed server that does not send confirmations sets `confirmed_at` at the sign-up.
    verifiedEmail: ({ email, confirmed_at }) => (isGitLabCom && confirmed_at ? email : null),
    style: { brandColor: '#fc6d26', mark: gitlabMark },
  })
  return provider(overrides)
}
