import { OAuthCallbackError } from '../../../errors.js'
import type { Profile } from '../../../model/profile.js'
import type { Instance } from '../../instance/instance.js'
import { callbackError } from './callback-error.js'
import { clientOf } from './client.js'
import { httpOptions } from './http-options.js'
import type { ReadyOAuthProvider } from './oauth-provider.js'
import { providerFetch } from './provider-fetch.js'
import type { Redeemed } from './redeem.js'
import { verifySignature } from './signing-keys.js'

/** What the provider says of the person: in the ID token, or at its userinfo endpoint. */
export async function fetchProfile(
  provider: ReadyOAuthProvider,
  redeemed: Redeemed,
  instance: Instance,
): Promise<Profile> {
  const { tokens, claims } = redeemed
  if (claims && provider.idToken !== false) return claims as Profile
  try {
    const { userinfo } = provider
    if (typeof userinfo === 'object' && userinfo.request) {
      const fetch = providerFetch(provider, instance)
      return object(provider, await userinfo.request({ tokens, provider: provider as never, fetch }))
    }
    return claims
      ? await openIdClaims(provider, claims.sub, redeemed, instance)
      : await plainProfile(provider, redeemed, instance)
  } catch (error) {
    throw callbackError(provider, error)
  }
}

/** @see https://openid.net/specs/openid-connect-core-1_0.html#UserInfoResponse */
async function openIdClaims(
  provider: ReadyOAuthProvider,
  subject: string,
  { tokens, server: { metadata, keys } }: Redeemed,
  instance: Instance,
): Promise<Profile> {
  const oauth = await import('./protocol.js')
  const client = clientOf(oauth, provider, instance.clock)
  const options = httpOptions(oauth, providerFetch(provider, instance))
  const response = await oauth.userInfoRequest(metadata, client, tokens.access_token as string, options)
  const copy = response.clone()
  const claims = await oauth.processUserInfoResponse(metadata, client, subject, response)
  if (isSigned(copy)) await verifySignature(await copy.text(), keys)
  return claims as Profile
}

function isSigned({ headers }: Response): boolean {
  return headers.get('content-type')?.split(';', 1)[0] === 'application/jwt'
}

async function plainProfile(
  provider: ReadyOAuthProvider,
  { tokens, server }: Redeemed,
  instance: Instance,
): Promise<Profile> {
  const response = await providerFetch(provider, instance)(server.metadata.userinfo_endpoint as string, {
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${tokens.access_token}`,
      'user-agent': 'authwright',
    },
  })
  if (response.status === 200) return object(provider, await response.json().catch(() => undefined))
  throw new OAuthCallbackError(`The userinfo endpoint of '${provider.id}' answered ${response.status}.`)
}

function object(provider: ReadyOAuthProvider, profile: unknown): Profile {
  if (typeof profile === 'object' && profile !== null && !Array.isArray(profile)) return profile as Profile
  throw new OAuthCallbackError(`The userinfo endpoint of '${provider.id}' did not answer with a JSON object.`)
}
