import type { TokenSet } from '../model/account.js'
import type { Fetch } from './kinds/custom-fetch.js'
import { defineOAuthProvider } from './kinds/define-provider.js'
import { bitbucketMark } from './kinds/logos.js'
import { profileFetcher } from './kinds/profile-fetcher.js'

/** The profile of the signed-in user at Bitbucket. @see https://developer.atlassian.com/cloud/bitbucket/rest/api-group-users/#api-user-get */
export interface BitbucketProfile {
  /** Identifies the user in all Atlassian products, and never changes. */
  account_id: string
  /** Identifies the user at Bitbucket: a UUID in braces. */
  uuid: string
  username?: string
  nickname: string
  display_name: string
  links: { avatar?: { href: string }; [name: string]: unknown }
  /** The confirmed primary e-mail address, fetched from `/2.0/user/emails`. */
  email: string | null
  [field: string]: unknown
}

const api = 'https://api.bitbucket.org/2.0'

/** @see https://developer.atlassian.com/cloud/bitbucket/rest/api-group-users/#api-user-emails-get */
interface BitbucketEmail {
  email: string
  is_primary: boolean
  is_confirmed: boolean
}

async function bitbucketUserinfo(tokens: TokenSet, fetch: Fetch): Promise<object> {
  const [profile, email] = await Promise.all([
    profileFetcher('Bitbucket', tokens, fetch)(`${api}/user`),
    primaryEmail(tokens, fetch),
  ])
  return { ...(profile as object), email }
}

/** Returns only a confirmed e-mail address. With an unconfirmed one, an attacker could pretend to be another person. */
async function primaryEmail(tokens: TokenSet, fetch: Fetch): Promise<string | null> {
  // A page has 10 e-mail addresses by default.
  const response = await fetch(`${api}/user/emails?pagelen=100`, {
    headers: { accept: 'application/json', authorization: `Bearer ${tokens.access_token}` },
  })
  // The access token lacks the scope `email`.
  if (response.status === 403) return null
  if (!response.ok) {
    throw new Error(
      `Bitbucket responded with status ${response.status} to the request for the e-mail addresses.`,
    )
  }
  const body = (await response.json()) as { values?: unknown } | null
  if (!Array.isArray(body?.values)) {
    throw new Error('Bitbucket did not respond with a list of e-mail addresses.')
  }
  const emails = body.values as BitbucketEmail[]
  return emails.find(({ is_primary, is_confirmed }) => is_primary && is_confirmed)?.email ?? null
}

/**
 * Sign-in with Bitbucket.
 *
 * The e-mail address is the primary one of the account. It is left out if it is not confirmed.
 *
 * @see https://developer.atlassian.com/cloud/bitbucket/rest/api-group-users/#api-user-get
 */
export const bitbucket = defineOAuthProvider<BitbucketProfile>()({
  id: 'bitbucket',
  name: 'Bitbucket',
  authorization: { url: 'https://bitbucket.org/site/oauth2/authorize', params: { scope: 'account email' } },
  token: 'https://bitbucket.org/site/oauth2/access_token',
  userinfo: {
    url: `${api}/user`,
    request: ({ tokens, fetch }) => bitbucketUserinfo(tokens, fetch),
  },
  // Bitbucket does not document PKCE.
  checks: ['state'],
  profile: ({ account_id, display_name, email, links }) => ({
    id: account_id,
    name: display_name,
    email,
    image: links?.avatar?.href ?? null,
  }),
  verifiedEmail: ({ email }) => email,
  style: { brandColor: '#205081', mark: bitbucketMark },
})
