import type { TokenSet } from '../../model/account.js'
import type { Fetch } from '../kinds/custom-fetch.js'
import type { GitHubProfile } from './profile.js'

/** @see https://docs.github.com/en/rest/users/emails#list-email-addresses-for-the-authenticated-user */
interface GitHubEmail {
  email: string
  primary: boolean
  verified: boolean
}

export async function githubUserinfo(apiUrl: string, tokens: TokenSet, fetch: Fetch): Promise<GitHubProfile> {
  const headers = {
    accept: 'application/vnd.github+json',
    authorization: `Bearer ${tokens.access_token}`,
  }
  const profile = (await get(`${apiUrl}/user`, headers, fetch)) as GitHubProfile
  // The public e-mail address of a profile is verified at github.com, but not always on GitHub Enterprise Server.
  if (profile.email) {
    return { ...profile, ...(apiUrl === 'https://api.github.com' && { email_verified: true }) }
  }
  const email = await primaryEmail(`${apiUrl}/user/emails?per_page=100`, headers, fetch)
  return { ...profile, email, ...(email !== null && { email_verified: true }) }
}

/** With an unverified e-mail address, an attacker could pretend to be another person. */
async function primaryEmail(
  url: string,
  headers: Record<string, string>,
  fetch: Fetch,
): Promise<string | null> {
  const response = await fetch(url, { headers })
  // The access token lacks the scope `user:email`.
  if (response.status === 403 || response.status === 404) return null
  if (!response.ok) throw failure(response, 'the e-mail addresses')
  const emails: unknown = await response.json()
  if (!Array.isArray(emails)) throw new Error('GitHub did not respond with a list of e-mail addresses.')
  return (emails as GitHubEmail[]).find(({ primary, verified }) => primary && verified)?.email ?? null
}

async function get(url: string, headers: Record<string, string>, fetch: Fetch): Promise<unknown> {
  const response = await fetch(url, { headers })
  if (response.ok) return response.json()
  throw failure(response, 'the profile')
}

function failure({ status }: Response, subject: string): Error {
  return new Error(`GitHub responded with ${status} to a request for ${subject}.`)
}
