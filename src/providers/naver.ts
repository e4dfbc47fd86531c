import type { TokenSet } from '../model/account.js'
import type { OAuthProvider, TokenRequestContext } from './kinds/oauth.js'
import type { OAuthOverrides } from './kinds/oauth-overrides.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** What Naver returns for the signed-in user. @see https://developers.naver.com/docs/login/profile/profile.md */
export interface NaverProfile {
  resultcode: string
  message: string
  response: {
    id: string
    nickname?: string
    name?: string
    email?: string
    gender?: 'F' | 'M' | 'U'
    age?: string
    birthday?: string
    birthyear?: string
    mobile?: string
    profile_image?: string
    [field: string]: unknown
  }
  [field: string]: unknown
}

/** What {@link naver} can be given in place of its defaults. */
export interface NaverOptions<Id extends string = 'naver', User = StandardUser>
  extends OAuthOverrides<NaverProfile, Id, User> {}

/**
 * Sign-in with Naver. Every option replaces a default, whole fields at a time.
 *
 * @param options - Default: client id and secret from `AUTH_NAVER_ID` and `AUTH_NAVER_SECRET`, no scope,
 * a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { naver } from 'authwright/providers/naver'
 *
 * export const auth = createAuth().provider(naver()).build()
 * ```
 *
 * @see https://developers.naver.com/docs/login/profile/profile.md
 */
export function naver<const Id extends string = 'naver', User extends ProviderUser = StandardUser>(
  options: NaverOptions<Id, User> = {},
): OAuthProvider<NaverProfile, Id, User> {
  const provider: OAuthProvider<NaverProfile, 'naver', StandardUser> = {
    id: 'naver',
    name: 'Naver',
    type: 'oauth',
    authorization: { url: 'https://nid.naver.com/oauth2.0/authorize', params: { scope: '' } },
    token: { url: 'https://nid.naver.com/oauth2.0/token', request: exchangeCode },
    userinfo: 'https://openapi.naver.com/v1/nid/me',
    // Naver documents no PKCE.
    checks: ['state'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ response: { id, nickname, name, email, profile_image } }) => ({
      id,
      name: nickname ?? name ?? null,
      email: email ?? null,
      image: profile_image ?? null,
    }),
    style: {
      brandColor: '#03c75a',
      mark: 'M16.273 12.845 7.376 0H0v24h7.726V11.156L16.624 24H24V0h-7.727v12.845Z',
    },
  }
  return withOptions(provider, options)
}

/** The token request of Naver, which requires the `state` of the authorization request. */
async function exchangeCode({
  params: { code = '' },
  checks: { state },
  provider: { clientId = '', clientSecret = '', callbackUrl },
  fetch,
}: TokenRequestContext): Promise<{ tokens: TokenSet }> {
  const response = await fetch('https://nid.naver.com/oauth2.0/token', {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uri: callbackUrl,
      code,
      state,
    }),
  })
  return { tokens: (await response.json()) as TokenSet }
}
