import type { ProviderUser } from '../kinds/provider-user.js'

/**
 * The profile of the signed-in user at GitHub.
 *
 * @see https://docs.github.com/en/rest/users/users#get-the-authenticated-user
 */
export interface GitHubProfile {
  /** The user name. It may change. */
  login: string
  /** Identifies the user, and never changes. */
  id: number
  node_id: string
  avatar_url: string
  gravatar_id: string | null
  url: string
  html_url: string
  type: string
  site_admin: boolean
  name: string | null
  company: string | null
  blog: string | null
  location: string | null
  /** `true` if GitHub has verified `email`. Absent if this is unknown. Authwright adds this field to the response of GitHub's API. */
  email_verified?: boolean
  /** The e-mail address, which is verified if `email_verified` is `true`. */
  email: string | null
  hireable: boolean | null
  bio: string | null
  twitter_username?: string | null
  public_repos: number
  public_gists: number
  followers: number
  following: number
  created_at: string
  updated_at: string
  /** Requires the scope `user`. */
  two_factor_authentication?: boolean
  [field: string]: unknown
}

/** The user that `github()` creates from a profile. */
export interface GitHubUser extends ProviderUser {
  /** The display name, or the `login` if the user has set none. */
  name: string
  email: string | null
  image: string
}
