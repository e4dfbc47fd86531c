import { protectedResourceRequest, WWWAuthenticateChallengeError } from 'oauth4webapi'
import { OAuthCallbackError } from '../../../errors.js'
import type { Profile } from '../../../model/user.js'
import { redactErrors } from '../../core/config/logger.js'
import { strictJson } from '../../core/http/strict-json.js'
import { providerFetch, requestOptions } from './client.js'
import { badStatus } from './errors.js'
import { isObject } from './jws.js'
import type { OAuthCall, Redeemed } from './openid-extension.js'
import { customRequest, type ReadyOAuthProvider } from './provider.js'

export async function userinfo(
  redeemed: Redeemed,
  call: OAuthCall,
  fetchProfile: typeof plainProfile = plainProfile,
): Promise<Profile> {
  const { provider, app } = call
  const { tokens } = redeemed
  const request = customRequest(provider.userinfo)
  if (request) {
    const fetch = providerFetch(provider, app)
    const send = () => request({ tokens, provider: provider as never, fetch })
    return profileOf(provider, await redactErrors(send, () => [tokens, provider]))
  }
  // If the token contains characters that a header cannot contain, the error of the platform quotes the token.
  return redactErrors(
    () => fetchProfile(redeemed, call),
    () => [tokens],
  )
}

async function plainProfile(
  { tokens, server: { metadata } }: Redeemed,
  { provider, app }: OAuthCall,
): Promise<Profile> {
  const { headers, ...options } = requestOptions(provider, app)
  const response = await protectedResourceRequest(
    tokens.access_token,
    'GET',
    new URL(metadata.userinfo_endpoint as string),
    new Headers({ ...headers, accept: 'application/json' }),
    null,
    options,
  ).catch((error: unknown) => {
    if (error instanceof WWWAuthenticateChallengeError) throw badStatus('The userinfo endpoint', error.status)
    throw error
  })
  if (response.status !== 200) throw badStatus('The userinfo endpoint', response.status)
  return profileOf(provider, await strictJson(response))
}

function profileOf({ id }: ReadyOAuthProvider, profile: unknown): Profile {
  if (isObject(profile)) return profile as Profile
  throw new OAuthCallbackError(
    `The userinfo endpoint of '${id}' did not return a JSON object. Check the option \`userinfo\` of the provider.`,
  )
}
