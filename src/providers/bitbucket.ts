import { fetchProfileJson } from './kinds/fetch-profile-json.js'
import type { OAuthProvider, UserinfoEndpoint } from './kinds/oauth.js'
import type { OAuthOverrides } from './kinds/oauth-overrides.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** What Bitbucket returns for the signed-in user. @see https://developer.atlassian.com/cloud/bitbucket/rest/api-group-users/#api-user-get */
export interface BitbucketProfile {
  account_id: string
  uuid: string
  username?: string
  nickname: string
  display_name: string
  links: { avatar?: { href: string }; [name: string]: unknown }
  /** The primary address, fetched from `/2.0/user/emails`; `null` where it is not confirmed. */
  email: string | null
  [field: string]: unknown
}

/** What {@link bitbucket} can be given in place of its defaults. */
export interface BitbucketOptions<Id extends string = 'bitbucket', User = StandardUser>
  extends OAuthOverrides<BitbucketProfile, Id, User> {}

/**
 * Sign-in with Bitbucket. Every option replaces a default, whole fields at a time.
 *
 * The e-mail address is the primary one if it is confirmed.
 *
 * @param options - Default: client id and secret from `AUTH_BITBUCKET_ID` and `AUTH_BITBUCKET_SECRET`, scope `account email`,
 * a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { bitbucket } from 'authwright/providers/bitbucket'
 *
 * export const auth = createAuth().provider(bitbucket()).build()
 * ```
 *
 * @see https://developer.atlassian.com/cloud/bitbucket/rest/api-group-users/#api-user-get
 */
export function bitbucket<const Id extends string = 'bitbucket', User extends ProviderUser = StandardUser>(
  options: BitbucketOptions<Id, User> = {},
): OAuthProvider<BitbucketProfile, Id, User> {
  const provider: OAuthProvider<BitbucketProfile, 'bitbucket', StandardUser> = {
    id: 'bitbucket',
    name: 'Bitbucket',
    type: 'oauth',
    authorization: { url: 'https://bitbucket.org/site/oauth2/authorize', params: { scope: 'account email' } },
    token: 'https://bitbucket.org/site/oauth2/access_token',
    userinfo: { url: `${api}/user`, request: bitbucketUserinfo },
    // Bitbucket documents no PKCE.
    checks: ['state'],
    profile: ({ account_id, display_name, email, links }) => ({
      id: account_id,
      name: display_name,
      email,
      image: links.avatar?.href ?? null,
    }),
    emailVerified: ({ email }) => Boolean(email),
    style: {
      brandColor: '#205081',
      mark: 'M.778 1.213a.768.768 0 00-.768.892l3.263 19.81c.084.5.515.868 1.022.873H19.95a.772.772 0 00.77-.646l3.27-20.03a.768.768 0 00-.768-.891zM14.52 15.53H9.522L8.17 8.466h7.561z',
    },
  }
  return withOptions(provider, options)
}

const api = 'https://api.bitbucket.org/2.0'

type UserinfoRequest = NonNullable<UserinfoEndpoint['request']>

/** The profile, with the confirmed primary address. */
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
