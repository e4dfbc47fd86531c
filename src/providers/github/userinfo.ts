import type { TokenSet } from '../../model/account.js'
import type { Fetch } from '../kinds/custom-fetch.js'
import { profileFetcher } from '../kinds/profile-fetcher.js'
import type { GitHubProfile } from './profile.js'

/** @see https://docs.github.com/en/rest/users/emails#list-email-addresses-for-the-authenticated-user */
interface GitHubEmail {
  email: string
  primary: boolean
  verified: boolean
}

const accept = 'application/vnd.github+json'

export async function githubUserinfo(apiUrl: string, tokens: TokenSet, fetch: Fetch): Promise<GitHubProfile> {
  const fetchJson = profileFetcher('GitHub', tokens, fetch)
  const profile = (await fetchJson(`${apiUrl}/user`, { headers: { accept } })) as GitHubProfile
  // The public e-mail address of a profile is verified at github.com, but not always on GitHub Enterprise Server.
  if (profile.email) {
    return { ...profile, ...(apiUrl === 'https://api.github.com' && { email_verified: true }) }
  }
  const email = await primaryEmail(`${apiUrl}/user/emails?per_page=100`, tokens, fetch)
  return { ...profile, email, ...(email !== null && { email_verified: true }) }
}

/** Returns only a verified e-mail address. With an unverified one, an attacker could pretend to be another person. */
async function primaryEmail(url: string, tokens: TokenSet, fetch: Fetch): Promise<string | null> {
  const headers = { accept, authorization: `Bearer ${tokens.access_token}` }
  const response = await fetch(url, { headers })
  if (lacksScope(response)) return null
  if (!response.ok) {
    throw new Error(
      `GitHub responded with status ${response.status} to the request for the e-mail addresses.`,
    )
  }
  const emails: unknown = await response.json()
  if (!Array.isArray(emails)) throw new Error('GitHub did not respond with a list of e-mail addresses.')
  return (emails as GitHubEmail[]).find(({ primary, verified }) => primary && verified)?.email ?? null
}

/**
 * Whether the access token lacks the scope for e-mail addresses. A response for an exceeded rate limit also has the status 403.
 *
 * @see https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api#exceeding-the-rate-limit
 */
function lacksScope({ status, headers }: Response): boolean {
  const isLimited = headers.has('retry-after') || headers.get('x-ratelimit-remaining') === '0'
  return status === 404 || (status === 403 && !isLimited)
}
