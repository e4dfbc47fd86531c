import type { GitHubProfile, GitHubUser } from './github/profile.js'
import { githubUserinfo } from './github/userinfo.js'
import { defineOAuthProvider } from './kinds/define-provider.js'
import { githubMark } from './kinds/logos.js'
import type { OAuthProvider } from './kinds/oauth.js'
import type { OAuthOverrides } from './kinds/provider-overrides.js'
import type { ProviderUser } from './kinds/provider-user.js'

export type { GitHubProfile, GitHubUser } from './github/profile.js'

/** Options of {@link github}. Each replaces a default. */
export interface GitHubOptions<Id extends string = 'github', User = GitHubUser>
  extends OAuthOverrides<GitHubProfile, Id, User> {
  /**
   * A GitHub Enterprise Server, such as `{ baseUrl: 'https://github.example.com' }`, or the subdomain of an enterprise with data residency,
   * such as `{ baseUrl: 'https://octocorp.ghe.com' }`.
   */
  readonly enterprise?: { readonly baseUrl?: string | undefined } | undefined
}

/**
 * Sign-in with GitHub.
 *
 * The e-mail address is the public e-mail address of the profile or, if there is none, the primary e-mail address of the account. An
 * unverified primary e-mail address is left out.
 *
 * On a GitHub Enterprise Server, your server decides which e-mail addresses are verified. If administrators or an identity provider set the
 * e-mail addresses, and you do not trust them, set `verifiedEmail: () => null`.
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
  // The URL may be empty, because it may come from an environment variable.
  const baseUrl = enterprise?.baseUrl?.replace(/\/+$/, '') || 'https://github.com'
  const apiUrl = apiUrlOf(baseUrl)
  const provider = defineOAuthProvider<GitHubProfile, GitHubUser>()({
    id: 'github',
    name: 'GitHub',
    // This URL must equal the issuer in GitHub's authorization responses.
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
    style: { brandColor: '#24292f', mark: githubMark },
  })
  return provider(overrides)
}

/** @see https://docs.github.com/en/enterprise-cloud@latest/admin/data-residency/getting-started-with-data-residency-for-github-enterprise-cloud */
function apiUrlOf(baseUrl: string): string {
  const [, host] = /^https:\/\/(github\.com|[\w-]+\.ghe\.com)$/i.exec(baseUrl) ?? []
  return host === undefined ? `${baseUrl}/api/v3` : `https://api.${host}`
}
