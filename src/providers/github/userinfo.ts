import type { TokenSet } from '../../model/account.js'
import type { Fetch } from '../kinds/custom-fetch.js'
import type { GitHubProfile } from './profile.js'

/** @see https://docs.github.com/en/rest/users/emails#list-email-addresses-for-the-authenticated-user */
interface GitHubEmail {
  email: string
  primary: boolean
  verified: boolean
}

/** The parts of GitHub's REST API that a sign-in needs, at `apiUrl`. */
export async function githubUserinfo(apiUrl: string, tokens: TokenSet, fetch: Fetch): Promise<GitHubProfile> {
  const headers = {
    accept: 'application/vnd.github+json',
    authorization: `Bearer ${tokens.access_token}`,
  }
  const profile = (await get(`${apiUrl}/user`, headers, fetch)) as GitHubProfile
  // GitHub has verified the public e-mail address of a profile. GitHub Enterprise Server may not have.
  if (profile.email) {
    return { ...profile, ...(apiUrl === 'https://api.github.com' && { email_verified: true }) }
  }
  const email = await primaryEmail(`${apiUrl}/user/emails`, headers, fetch)
  return { ...profile, email, ...(email !== null && { email_verified: true }) }
}

/** The primary e-mail address if it is verified. With an unverified one, an attacker could claim any e-mail address. */
async function primaryEmail(
  url: string,
  headers: Record<string, string>,
  fetch: Fetch,
): Promise<string | null> {
  const response = await fetch(url, { headers })
  // Without the scope `user:email`, GitHub refuses the request, and the user has no e-mail address.
  if (!response.ok) return null
  const emails = (await response.json()) as GitHubEmail[]
  return emails.find(({ primary, verified }) => primary && verified)?.email ?? null
}

async function get(url: string, headers: Record<string, string>, fetch: Fetch): Promise<unknown> {
  const response = await fetch(url, { headers })
  if (response.ok) return response.json()
  throw new Error(`GitHub responded with ${response.status} to a request for the profile.`)
}
