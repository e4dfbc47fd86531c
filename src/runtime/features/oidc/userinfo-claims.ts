import { processUserInfoResponse, userInfoRequest } from 'oauth4webapi'
import type { Profile } from '../../../model/user.js'
import { mediaTypeOf } from '../../core/http/media-type.js'
import { strictJson } from '../../core/http/strict-json.js'
import { clientOf, requestOptions } from '../oauth/client.js'
import { badStatus, messageOf } from '../oauth/errors.js'
import { parseJws } from '../oauth/jws.js'
import type { OAuthCall, Redeemed } from '../oauth/openid-extension.js'
import { serverOf } from '../oauth/provider.js'
import { jwtType } from './id-token.js'
import { serverKeys } from './jwks.js'
import { verifyJws } from './signature.js'

/** @see https://openid.net/specs/openid-connect-core-1_0.html#UserInfoResponse */
export async function userinfoClaims(
  { tokens, claims: idToken, server: { metadata, get } }: Redeemed,
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
  const strictResponse = new Response(body, { headers: { 'content-type': type } })
  const claims = await processUserInfoResponse(server, client, idToken?.sub ?? '', strictResponse).catch(
    (error: unknown) => {
      throw new Error(`The UserInfo response is invalid: ${messageOf(error)}.`)
    },
  )
  if (jws) await verifyJws(jws, provider.client?.userinfo_signed_response_alg, provider, get(serverKeys))
  return claims as unknown as Profile
}
