import type { OAuthProvider } from './kinds/oauth.js'
import type { OAuthOverrides } from './kinds/oauth-overrides.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** What Coinbase returns for the signed-in user. @see https://docs.cdp.coinbase.com/coinbase-app/docs/api-users */
export interface CoinbaseProfile {
  data: {
    id: string
    name: string | null
    username?: string | null
    email?: string | null
    avatar_url: string
    resource: 'user'
    [field: string]: unknown
  }
  [field: string]: unknown
}

/** What {@link coinbase} can be given in place of its defaults. */
export interface CoinbaseOptions<Id extends string = 'coinbase', User = StandardUser>
  extends OAuthOverrides<CoinbaseProfile, Id, User> {}

/**
 * Sign-in with Coinbase. Every option replaces a default, whole fields at a time.
 *
 * @param options - Default: client id and secret from `AUTH_COINBASE_ID` and `AUTH_COINBASE_SECRET`, scope `wallet:user:email wallet:user:read`,
 * a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { coinbase } from 'authwright/providers/coinbase'
 *
 * export const auth = createAuth().provider(coinbase()).build()
 * ```
 *
 * @see https://docs.cdp.coinbase.com/coinbase-app/docs/api-users
 */
export function coinbase<const Id extends string = 'coinbase', User extends ProviderUser = StandardUser>(
  options: CoinbaseOptions<Id, User> = {},
): OAuthProvider<CoinbaseProfile, Id, User> {
  const provider: OAuthProvider<CoinbaseProfile, 'coinbase', StandardUser> = {
    id: 'coinbase',
    name: 'Coinbase',
    type: 'oauth',
    authorization: {
      url: 'https://login.coinbase.com/oauth2/auth',
      params: { scope: 'wallet:user:email wallet:user:read' },
    },
    token: 'https://login.coinbase.com/oauth2/token',
    userinfo: 'https://api.coinbase.com/v2/user',
    profile: ({ data: { id, name, email, avatar_url } }) => ({
      id,
      name,
      email: email ?? null,
      image: avatar_url,
    }),
    style: { brandColor: '#0052ff' },
  }
  return withOptions(provider, options)
}
