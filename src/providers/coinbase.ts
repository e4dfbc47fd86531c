import { defineOAuthProvider } from './kinds/define-provider.js'

/** The profile of the signed-in user at Coinbase. @see https://docs.cdp.coinbase.com/coinbase-app/docs/api-users */
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

/**
 * Sign-in with Coinbase.
 *
 * @see https://docs.cdp.coinbase.com/coinbase-app/docs/api-users
 */
export const coinbase = defineOAuthProvider<CoinbaseProfile>()({
  id: 'coinbase',
  name: 'Coinbase',
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
})
