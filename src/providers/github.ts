import type { GitHubProfile, GitHubUser } from './github/profile.js'
import { githubUserinfo } from './github/userinfo.js'
import type { OAuthProvider } from './kinds/oauth.js'
import type { OAuthOverrides } from './kinds/oauth-overrides.js'
import type { ProviderUser } from './kinds/provider-user.js'
import { withOptions } from './kinds/with-options.js'

export type { GitHubProfile, GitHubUser } from './github/profile.js'

/** What {@link github} can be given in place of its defaults. */
export interface GitHubOptions<Id extends string = 'github', User = GitHubUser>
  extends OAuthOverrides<GitHubProfile, Id, User> {
  /** A GitHub Enterprise Server, such as `{ baseUrl: 'https://github.example.com' }`. */
  readonly enterprise?: { readonly baseUrl?: string | undefined } | undefined
}

/**
 * Sign-in with GitHub. Every option replaces a default, whole fields at a time.
 *
 * The e-mail address is the profile's public one, else the account's primary address if it is
 * verified; an address that is not verified counts as none.
 *
 * @param options - Default: client id and secret from `AUTH_GITHUB_ID` and `AUTH_GITHUB_SECRET`, scope
 * `read:user user:email`, a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { github } from 'authwright/providers/github'
 *
 * export const auth = createAuth()
 *   .provider(github({ profile: (raw) => ({ id: String(raw.id), login: raw.login }) }))
 *   .build()
 * ```
 *
 * @see https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps
 */
export function github<const Id extends string = 'github', User extends ProviderUser = GitHubUser>(
  options: GitHubOptions<Id, User> = {},
): OAuthProvider<GitHubProfile, Id, User> {
  const { enterprise, ...overrides } = options
  const baseUrl = (enterprise?.baseUrl ?? 'https://github.com').replace(/\/+$/, '')
  const apiUrl = enterprise?.baseUrl ? `${baseUrl}/api/v3` : 'https://api.github.com'
  const provider: OAuthProvider<GitHubProfile, 'github', GitHubUser> = {
    id: 'github',
    name: 'GitHub',
    type: 'oauth',
    // GitHub sends its issuer with the authorization response, so it must be known to be compared.
    issuer: `${baseUrl}/login/oauth`,
    authorization: {
      url: `${baseUrl}/login/oauth/authorize`,
      params: { scope: 'read:user user:email' },
    },
    token: `${baseUrl}/login/oauth/access_token`,
    userinfo: {
      url: `${apiUrl}/user`,
      request: ({ tokens, fetch }) => githubUserinfo(apiUrl, tokens, fetch),
    },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ id, name, login, email, avatar_url }) => ({
      id: id.toString(),
      name: name ?? login,
      email,
      image: avatar_url,
    }),
    style: {
      brandColor: '#24292f',
      mark: 'M12 1a11 11 0 1 0 0 22a11 11 0 1 0 0-22zM9 22.6v-2.4c-2.6.5-3.6-.6-4.1-1.9-.3-.7-.7-1.2-1.2-1.5c1.3-.3 2 .4 2.5 1.2c.7 1 1.6 1.1 2.9.7c.1-.7.4-1.2.8-1.5c-2.9-.4-4.9-1.8-4.9-5.1c0-1.4.4-2.4 1.2-3.2c-.3-1-.2-2.2.2-3.2c1.2 0 2.3.6 3.2 1.3a10 10 0 0 1 4.8 0c.9-.7 2-1.3 3.2-1.3c.4 1 .5 2.2.2 3.2c.8.8 1.2 1.8 1.2 3.2c0 3.3-2 4.7-4.9 5.1c.6.5.9 1.3.9 2.4v3z',
    },
  }
  return withOptions(provider, overrides)
}
