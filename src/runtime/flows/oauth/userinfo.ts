import {
  processUserInfoResponse,
  protectedResourceRequest,
  userInfoRequest,
  WWWAuthenticateChallengeError,
} from 'oauth4webapi'
import { OAuthCallbackError } from '../../../errors.js'
import type { Profile } from '../../../model/user.js'
import { redactErrors } from '../../config/logger.js'
import { strictJson } from '../../http/strict-json.js'
import type { OAuthCall } from './capabilities.js'
import { clientOf, providerFetch, requestOptions } from './client.js'
import { badStatus, callbackError, messageOf } from './errors.js'
import { isObject, jwtType, mediaTypeOf, parseJws } from './id-token-checks.js'
import { verifyJws } from './jwks.js'
import { ownRequest, type ReadyOAuthProvider, serverOf } from './provider.js'
import type { Redeemed } from './token-request.js'

/** The profile of the user: the claims of the ID token, or the UserInfo response. */
export async function fetchProfile(redeemed: Redeemed, call: OAuthCall): Promise<Profile> {
  const { provider, instance } = call
  const { tokens, claims } = redeemed
  if (claims && provider.idToken !== false) {
    warnOfBareClaims(redeemed, call)
    return claims as Profile
  }
  try {
    const request = ownRequest(provider.userinfo)
    if (request) {
      const fetch = providerFetch(provider, instance)
      const call = () => request({ tokens, provider: provider as never, fetch })
      return profileOf(provider, await redactErrors(call, () => [tokens, provider]))
    }
    return claims ? await openIdClaims(claims.sub, redeemed, call) : await plainProfile(redeemed, call)
  } catch (error) {
    throw callbackError(provider, error)
  }
}

/** The claims by which an ID token describes a user for display. */
const describing = ['name', 'given_name', 'family_name', 'nickname', 'preferred_username', 'email'] as const

/** Warns of ID tokens that hold none of the claims that were requested, for which the UserInfo endpoint may be meant. */
function warnOfBareClaims(
  { claims = { sub: '' }, flow, server }: Redeemed,
  { provider: { id, idToken }, instance }: OAuthCall,
): void {
  const isRequested = /(?:^| )(?:profile|email)(?: |$)/.test(flow.scope ?? '')
  if (idToken === true || !isRequested || server.metadata.userinfo_endpoint === undefined) return
  if (describing.some((claim) => claims[claim] !== undefined)) return
  instance.warnOnce(
    `bare-id-token-${id}`,
    `The ID token of '${id}' has neither a name nor an e-mail address. Set \`idToken: false\` to take them from the UserInfo endpoint, or \`idToken: true\` if that is what is meant.`,
  )
}

/**
 * The claims of a UserInfo response, plain or signed, about the subject of the ID token.
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html#UserInfoResponse
 */
async function openIdClaims(
  subject: string,
  { tokens, server: { metadata, jwks } }: Redeemed,
  { provider, instance }: OAuthCall,
): Promise<Profile> {
  const server = serverOf(metadata)
  const client = clientOf(provider, instance.clock() / 1000)
  const options = requestOptions(provider, instance)
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
  { provider, instance }: OAuthCall,
): Promise<Profile> {
  const { headers, ...options } = requestOptions(provider, instance)
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
