import type { ProviderUser } from '../kinds/provider-user.js'

/**
 * The profile of the signed-in user at GitHub.
 *
 * @see https://docs.github.com/en/rest/users/users#get-the-authenticated-user
 */
export interface GitHubProfile {
  /** The user name, as in `https://github.com/<login>`. It may change. */
  login: string
  /** Identifies the user, and never changes. */
  id: number
  /** The global id for the GraphQL API. */
  node_id: string
  /** URL of the user's picture. */
  avatar_url: string
  /** The id at Gravatar; an empty string for most users. */
  gravatar_id: string | null
  /** URL of the user in the REST API. */
  url: string
  /** URL of the profile page. */
  html_url: string
  /** `User` for a person. */
  type: string
  /** Whether the user administers the GitHub instance. */
  site_admin: boolean
  /** The display name, or `null` if the user has set none. */
  name: string | null
  /** The company that the user entered, such as `@github`; not verified. */
  company: string | null
  /** The website that the user entered; often without `https://`. */
  blog: string | null
  /** The location that the user entered, in any form. */
  location: string | null
  /** Whether GitHub has verified `email`. Absent if your own server does not provide it. */
  email_verified?: boolean
  /** The e-mail address, which is verified if `email_verified` is `true`. `null` if the user has none. */
  email: string | null
  /** Whether the user is looking for a job. `null` if not stated. */
  hireable: boolean | null
  /** The description that the user entered. */
  bio: string | null
  /** The user name at Twitter (X) that the user entered, without `@`. */
  twitter_username?: string | null
  /** Number of public repositories. */
  public_repos: number
  /** Number of public gists. */
  public_gists: number
  /** Number of users who follow this user. */
  followers: number
  /** Number of users whom this user follows. */
  following: number
  /** When the account was created, as an ISO 8601 date and time. */
  created_at: string
  /** When the profile was last changed, as an ISO 8601 date and time. */
  updated_at: string
  /** Whether the user has two-factor authentication. Requires the scope `user`. */
  two_factor_authentication?: boolean
  /** Any other field of the response, which is not validated. */
  [field: string]: unknown
}

/** The user that `github()` creates from a profile. */
export interface GitHubUser extends ProviderUser {
  /** The display name, or the `login` if the user has set none. */
  name: string
  /** The e-mail address. `null` if the user has none. */
  email: string | null
  /** URL of the user's picture. */
  image: string
}
