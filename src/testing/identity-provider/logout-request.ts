import type { IdentityProvider, UserClaims } from './contract.js'

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout'

const LOGOUT_TOKEN_AGE_SECONDS = 300

/** @see https://openid.net/specs/openid-connect-backchannel-1_0.html#LogoutToken */
export async function logoutRequest(
  provider: Pick<IdentityProvider, 'user' | 'clock' | 'issuer' | 'client' | 'sign'>,
  url: string | URL,
  claims?: UserClaims,
): Promise<Request> {
  const { sub, sid } = provider.user
  const now = Math.floor(provider.clock() / 1000)
  const token = await provider.sign(
    {
      iss: provider.issuer,
      aud: provider.client.id,
      iat: now,
      exp: now + LOGOUT_TOKEN_AGE_SECONDS,
      jti: crypto.randomUUID(),
      events: { [LOGOUT_EVENT]: {} },
      ...(claims ?? { sub, ...(sid !== undefined && { sid }) }),
    },
    { typ: 'logout+jwt' },
  )
  return new Request(url, { method: 'POST', body: new URLSearchParams({ logout_token: token }) })
}
