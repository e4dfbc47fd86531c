import { defineOAuthProvider } from './kinds/define-provider.js'
import type { OAuthProvider } from './kinds/oauth.js'
import { profileFetcher } from './kinds/profile-fetcher.js'
import type { OAuthOverrides } from './kinds/provider-overrides.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'

/** The profile of the signed-in user at Bungie. @see https://bungie-net.github.io/multi/operation_get_User-GetMembershipDataForCurrentUser.html */
export interface BungieProfile {
  Response: {
    bungieNetUser: {
      membershipId: string
      uniqueName: string
      displayName: string
      profilePicturePath?: string
      [field: string]: unknown
    }
    [field: string]: unknown
  }
  [field: string]: unknown
}

/** Options of {@link bungie}. Each replaces a default, except `apiKey`, which is required. */
export interface BungieOptions<Id extends string = 'bungie', User = StandardUser>
  extends OAuthOverrides<BungieProfile, Id, User> {
  readonly apiKey: string
}

/**
 * Sign-in with Bungie.
 *
 * Bungie provides no e-mail address.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { bungie } from 'authwright/providers/bungie'
 *
 * export const auth = createAuth().provider(bungie({ apiKey: '0c1d2e' })).build()
 * ```
 *
 * @see https://bungie-net.github.io/multi/operation_get_User-GetMembershipDataForCurrentUser.html
 */
export function bungie<const Id extends string = 'bungie', User extends ProviderUser = StandardUser>(
  options: BungieOptions<Id, User>,
): OAuthProvider<BungieProfile, Id, User> {
  const { apiKey, ...overrides } = options
  const provider = defineOAuthProvider<BungieProfile>()({
    id: 'bungie',
    name: 'Bungie',
    authorization: { url: 'https://www.bungie.net/en/OAuth/Authorize', params: { scope: '' } },
    token: 'https://www.bungie.net/Platform/App/OAuth/token/',
    userinfo: {
      url: memberships,
      request: ({ tokens, fetch }) =>
        profileFetcher('Bungie', tokens, fetch)(memberships, { headers: { 'x-api-key': apiKey } }),
    },
    // Bungie does not document PKCE.
    checks: ['state'],
    profile: ({ Response: { bungieNetUser: user } }) => ({
      id: user.membershipId,
      name: user.displayName,
      email: null,
      image: user.profilePicturePath ? new URL(user.profilePicturePath, 'https://www.bungie.net').href : null,
    }),
    style: { brandColor: '#0a6fb8' },
  })
  return provider(overrides)
}

const memberships = 'https://www.bungie.net/Platform/User/GetMembershipsForCurrentUser/'
