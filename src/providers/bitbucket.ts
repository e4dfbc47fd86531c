import { defineOAuthProvider } from './kinds/define-provider.js'
import { fetchProfileJson } from './kinds/fetch-profile-json.js'
import { bitbucketMark } from './kinds/marks.js'
import type { UserinfoEndpoint } from './kinds/oauth.js'

/** The profile of the signed-in user at Bitbucket. @see https://developer.atlassian.com/cloud/bitbucket/rest/api-group-users/#api-user-get */
export interface BitbucketProfile {
  /** Identifies the user in all Atlassian products, and never changes. */
  account_id: string
  /** Identifies the user at Bitbucket: a UUID in braces. */
  uuid: string
  username?: string
  /** A name that the user chose. It may change and is not unique. */
  nickname: string
  display_name: string
  links: { avatar?: { href: string }; [name: string]: unknown }
  /** The primary e-mail address, fetched from `/2.0/user/emails`; `null` if it is not confirmed. */
  email: string | null
  [field: string]: unknown
}

const api = 'https://api.bitbucket.org/2.0'

type UserinfoRequest = NonNullable<UserinfoEndpoint['request']>

/** Fetches the profile and the confirmed primary e-mail address. */
const bitbucketUserinfo: UserinfoRequest = async ({ tokens, fetch }) => {
  const get = fetchProfileJson('Bitbucket', tokens, fetch)
  const [profile, { values }] = await Promise.all([
    get(`${api}/user`),
    get(`${api}/user/emails`) as Promise<{
      values: readonly { email: string; is_primary: boolean; is_confirmed: boolean }[]
    }>,
  ])
  const primary = values.find(({ is_primary, is_confirmed }) => is_primary && is_confirmed)
  return { ...(profile as object), email: primary?.email ?? null }
}

/**
 * Sign-in with Bitbucket.
 *
 * The e-mail address is the primary one if it is confirmed.
 *
 * @see https://developer.atlassian.com/cloud/bitbucket/rest/api-group-users/#api-user-get
 */
export const bitbucket = defineOAuthProvider<BitbucketProfile>()({
  id: 'bitbucket',
  name: 'Bitbucket',
  authorization: { url: 'https://bitbucket.org/site/oauth2/authorize', params: { scope: 'account email' } },
  token: 'https://bitbucket.org/site/oauth2/access_token',
  userinfo: { url: `${api}/user`, request: bitbucketUserinfo },
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
