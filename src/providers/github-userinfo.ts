import type { TokenSet } from '../model/token-set.js'
import type { GitHubProfile } from './github-profile.js'
import type { Fetch } from './kinds/custom-fetch.js'

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
    // GitHub refuses requests that do not name their sender.
    'user-agent': 'authwright',
  }
  const profile = (await get(`${apiUrl}/user`, headers, fetch)) as GitHubProfile
  // The public address of a profile is one that GitHub has verified.
  if (profile.email) return profile
  return { ...profile, email: await primaryEmail(`${apiUrl}/user/emails`, headers, fetch) }
}

/** The primary address if it is verified. An unverified one would let anybody claim anybody's address. */
async function primaryEmail(
  url: string,
  headers: Record<string, string>,
  fetch: Fetch,
): Promise<string | null> {
  const response = await fetch(url, { headers })
  // Without the scope `user:email` GitHub refuses, which leaves the person without an address.
  if (!response.ok) return null
  const emails = (await response.json()) as GitHubEmail[]
  return emails.find(({ primary, verified }) => primary && verified)?.email ?? null
}

async function get(url: string, headers: Record<string, string>, fetch: Fetch): Promise<unknown> {
  const response = await fetch(url, { headers })
  if (response.ok) return response.json()
  throw new Error(`GitHub answered ${response.status} to a request for the profile.`)
}
