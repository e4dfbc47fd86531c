import {
  processUserInfoResponse,
  protectedResourceRequest,
  userInfoRequest,
  WWWAuthenticateChallengeError,
} from 'oauth4webapi'
import { OAuthCallbackError } from '../../../errors.js'
import type { Profile } from '../../../model/user.js'
import { redactErrors } from '../../core/config/logger.js'
import { mediaTypeOf, strictJson } from '../../core/http/strict-json.js'
import { clientOf, providerFetch, requestOptions } from './client.js'
import { badStatus, messageOf } from './errors.js'
import { isObject, jwtType, parseJws, verifyJws } from './id-token.js'
import type { OAuthCall } from './oauth-call.js'
import { ownRequest, type ReadyOAuthProvider, serverOf } from './provider.js'
import type { Redeemed } from './token-endpoint.js'

/** The profile of a user whom no ID token describes, as the UserInfo endpoint or `userinfo.request` of the provider returns it. */
export async function userinfo(redeemed: Redeemed, call: OAuthCall): Promise<Profile> {
  const { provider, app } = call
  const { tokens, claims } = redeemed
  const request = ownRequest(provider.userinfo)
  if (request) {
    const fetch = providerFetch(provider, app)
    const send = () => request({ tokens, provider: provider as never, fetch })
    return profileOf(provider, await redactErrors(send, () => [tokens, provider]))
  }
  return claims ? openIdClaims(claims.sub, redeemed, call) : plainProfile(redeemed, call)
}

/**
 * The claims of a UserInfo response, plain or signed, about the subject of the ID token.
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html#UserInfoResponse
 */
async function openIdClaims(
  subject: string,
  { tokens, server: { metadata, jwks } }: Redeemed,
  { provider, app }: OAuthCall,
): Promise<Profile> {
  const server = serverOf(metadata)
  const client = clientOf(provider, app.clock() / 1000)
  const options = requestOptions(provider, app)
  const response = await userInfoRequest(server, client, tokens.access_token, options)
  if (response.status !== 200) throw badStatus('The UserInfo endpoint', response.status)
  const type = mediaTypeOf(response) ?? ''
  if (type !== 'application/json' && type !== 'application/jwt')
    throw new Error('The UserInfo response is neither application/json nor application/jwt.')
  const jws = type === 'application/jwt' ? parseJws(await response.text()) : undefined
  const problem = jws && jwtType(jws)
  if (problem) throw new Error(`The UserInfo response cannot be used: ${problem}.`)
  const body = jws?.token ?? JSON.stringify(await strictJson(response))
  const strict = new Response(body, { headers: { 'content-type': type } })
  const claims = await processUserInfoResponse(server, client, subject, strict).catch((error: unknown) => {
    throw new Error(`The UserInfo response is invalid: ${messageOf(error)}.`)
  })
  if (jws) await verifyJws(jws, provider.client?.userinfo_signed_response_alg, provider, jwks)
  return claims as unknown as Profile
}

/** The profile of an OAuth 2 provider, which follows no specification. */
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
  throw new OAuthCallbackError(`The userinfo endpoint of '${id}' did not return a JSON object.`)
}
