import { OAuthCallbackError } from '../../../errors.js'
import type { Profile } from '../../../model/profile.js'
import { discreetly, secretsIn } from '../../instance/discreetly.js'
import type { Instance } from '../../instance/instance.js'
import { type Arrived, mediaTypeOf } from '../../outgoing/arrived.js'
import { createFetch } from '../../outgoing/fetch.js'
import { askProvider } from './ask-provider.js'
import { badStatus, callbackError } from './callback-error.js'
import { CLOCK_TOLERANCE, isExpectedAlgorithm } from './id-token.js'
import { type Jws, readJws } from './jws.js'
import type { ReadyOAuthProvider } from './oauth-provider.js'
import type { Redeemed } from './redeem.js'
import { parseStrictJson } from './strict-json.js'
import { USER_AGENT } from './user-agent.js'
import { verifyToken } from './verify-token.js'

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
      const fetch = createFetch({ fetch: instance.askOf(provider) })
      const { request } = userinfo
      const ask = () => request.call(userinfo, { tokens, provider: provider as never, fetch })
      return object(provider, await discreetly(ask, () => secretsIn(tokens)))
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
  redeemed: Redeemed,
  instance: Instance,
): Promise<Profile> {
  const isSigned = provider.client?.userinfo_signed_response_alg !== undefined
  const accept = isSigned ? 'application/jwt' : 'application/json, application/jwt'
  const answer = await askUserinfo(provider, accept, redeemed, instance)
  const type = mediaTypeOf(answer)
  const claims =
    type === 'application/jwt'
      ? await signedClaims(provider, answer, redeemed, instance)
      : type === 'application/json' && !isSigned
        ? parseStrictJson(answer.body)
        : undefined
  const profile = object(provider, claims)
  if (profile.sub === subject) return profile
  throw new OAuthCallbackError(`The userinfo endpoint of '${provider.id}' told of somebody else.`)
}

/** The claims of an answer that the provider signed, for this client. */
async function signedClaims(
  provider: ReadyOAuthProvider,
  answer: Arrived,
  { server: { metadata, keys } }: Redeemed,
  { clock }: Instance,
): Promise<Jws['claims']> {
  const jws = readJws(new TextDecoder().decode(answer.body))
  const { iss, aud, exp, nbf } = jws.claims
  const wanted = provider.client?.userinfo_signed_response_alg
  const now = clock() / 1000
  const holds =
    isExpectedAlgorithm(jws.header.alg, wanted, metadata.userinfo_signing_alg_values_supported) &&
    (iss === undefined || iss === metadata.issuer) &&
    (aud === undefined || [aud].flat().includes(provider.clientId)) &&
    (exp === undefined || (typeof exp === 'number' && exp > now - CLOCK_TOLERANCE)) &&
    (nbf === undefined || (typeof nbf === 'number' && nbf <= now + CLOCK_TOLERANCE))
  if (!holds) {
    throw new OAuthCallbackError(
      `The userinfo endpoint of '${provider.id}' answered with a token for somebody else, or from another time.`,
    )
  }
  await verifyToken(jws, wanted, provider, keys)
  return jws.claims
}

async function plainProfile(
  provider: ReadyOAuthProvider,
  redeemed: Redeemed,
  instance: Instance,
): Promise<Profile> {
  const { body } = await askUserinfo(provider, 'application/json', redeemed, instance)
  return object(provider, readJson(body))
}

async function askUserinfo(
  provider: ReadyOAuthProvider,
  accept: string,
  { tokens, server: { metadata } }: Redeemed,
  instance: Instance,
): Promise<Arrived> {
  const authorization = `Bearer ${tokens.access_token}`
  const headers = { accept, authorization, 'user-agent': USER_AGENT }
  const answer = await askProvider(provider, instance)(metadata.userinfo_endpoint as string, { headers })
  if (answer.status === 200) return answer
  throw badStatus('The userinfo endpoint', answer.status)
}

/** A parser's own message would quote what was read of a person. */
function readJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    return undefined
  }
}

function object(provider: ReadyOAuthProvider, profile: unknown): Profile {
  if (typeof profile === 'object' && profile !== null && !Array.isArray(profile)) return profile as Profile
  throw new OAuthCallbackError(`The userinfo endpoint of '${provider.id}' did not answer with a JSON object.`)
}
