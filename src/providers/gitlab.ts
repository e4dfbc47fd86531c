import type { OAuthProvider } from './kinds/oauth.js'
import type { OAuthOverrides } from './kinds/oauth-overrides.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** What GitLab returns for the signed-in user. @see https://docs.gitlab.com/api/users/#retrieve-the-current-user */
export interface GitLabProfile {
  id: number
  username: string
  name: string
  state: string
  email: string
  avatar_url: string | null
  web_url: string
  /** When the address was confirmed; `null` where it was not. */
  confirmed_at?: string | null
  [field: string]: unknown
}

/** What {@link gitlab} can be given in place of its defaults. */
export interface GitLabOptions<Id extends string = 'gitlab', User = StandardUser>
  extends OAuthOverrides<GitLabProfile, Id, User> {
  /** The address of a self-managed GitLab. Default: `https://gitlab.com`. */
  readonly baseUrl?: string | undefined
}

/**
 * Sign-in with GitLab. Every option replaces a default, whole fields at a time.
 *
 * @param options - Default: client id and secret from `AUTH_GITLAB_ID` and `AUTH_GITLAB_SECRET`, scope `read_user`,
 * a user with `name`, `email` and `image`.
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
  const origin = (baseUrl ?? 'https://gitlab.com').replace(/\/+$/, '')
  const provider: OAuthProvider<GitLabProfile, 'gitlab', StandardUser> = {
    id: 'gitlab',
    name: 'GitLab',
    type: 'oauth',
    authorization: { url: `${origin}/oauth/authorize`, params: { scope: 'read_user' } },
    token: `${origin}/oauth/token`,
    userinfo: `${origin}/api/v4/user`,
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ id, username, name, email, avatar_url }) => ({
      id: id.toString(),
      name: name || username,
      email,
      image: avatar_url,
    }),
    // A new address takes the place of the confirmed one once it is confirmed itself (`reconfirmable`):
    // https://gitlab.com/gitlab-org/gitlab/-/blob/master/config/initializers/8_devise.rb
    emailVerified: ({ confirmed_at }) => Boolean(confirmed_at),
    style: {
      brandColor: '#fc6d26',
      mark: 'm23.6004 9.5927-.0337-.0862L20.3.9814a.851.851 0 0 0-.3362-.405.8748.8748 0 0 0-.9997.0539.8748.8748 0 0 0-.29.4399l-2.2055 6.748H7.5375l-2.2057-6.748a.8573.8573 0 0 0-.29-.4412.8748.8748 0 0 0-.9997-.0537.8585.8585 0 0 0-.3362.4049L.4332 9.5015l-.0325.0862a6.0657 6.0657 0 0 0 2.0119 7.0105l.0113.0087.03.0213 4.976 3.7264 2.462 1.8633 1.4995 1.1321a1.0085 1.0085 0 0 0 1.2197 0l1.4995-1.1321 2.4619-1.8633 5.006-3.7489.0125-.01a6.0682 6.0682 0 0 0 2.0094-7.003z',
    },
  }
  return withOptions(provider, overrides)
}
