import { InvalidCheck, InvalidRequest } from '../../../errors.js'
import type { TokenSet } from '../../../model/token-set.js'
import type { Instance } from '../../instance/instance.js'
import type { Arrived } from '../../outgoing/arrived.js'
import type { Exchange } from '../../request/exchange.js'
import { type Params, textParam } from '../../request/params.js'
import { askProvider } from './ask-provider.js'
import { authorizationCode } from './authorization-answer.js'
import type { AuthorizationServer } from './authorization-server.js'
import { callbackError } from './callback-error.js'
import { clientAuth } from './client-auth.js'
import { ClientRefusal, clientRefused } from './client-refusal.js'
import type { Flow } from './flow-cookies.js'
import { checkIdToken, type IdTokenClaims } from './id-token.js'
import { readJws } from './jws.js'
import type { ReadyOAuthProvider } from './oauth-provider.js'
import { redirectUri } from './redirect-uri.js'
import { type TokenAnswer, tokenAnswer } from './token-answer.js'
import { USER_AGENT } from './user-agent.js'
import { verifyToken } from './verify-token.js'

/** What a provider answered to a code. */
export interface Redeemed {
  readonly flow: Flow
  readonly tokens: TokenSet
  /** The claims of the ID token, with its signature verified. */
  readonly claims: IdTokenClaims | undefined
  readonly server: AuthorizationServer
}

/**
 * Finishes a flow: checks the callback against what was kept when it began, and exchanges its code
 * for tokens. The flow is spent whatever comes of it.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749.html#section-4.1.3
 * @see https://www.rfc-editor.org/rfc/rfc9207.html#section-2.4
 * @see https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation
 */
export async function redeem(
  provider: ReadyOAuthProvider,
  params: Params,
  flow: Flow,
  instance: Instance,
  exchange: Exchange,
): Promise<Redeemed> {
  if (flow.provider !== provider.id || flow.redirectUri !== redirectUri(provider, instance, exchange)) {
    throw new InvalidCheck('The callback belongs to a sign-in with another provider or on another site.')
  }
  const code = textParam(params, 'code')
  if (code !== undefined && !/^[\x20-\x7e]{1,8192}$/.test(code)) {
    throw new InvalidRequest('The parameter `code` is malformed.')
  }
  try {
    const server = await instance.authorizationServer(provider)
    const code = authorizationCode(params, flow, provider, server.metadata)
    const { token } = provider
    const asksItself = typeof token === 'object' && token.request !== undefined
    const tokens = asksItself
      ? await (await import('./own-token-request.js')).ownTokenRequest(provider, params, flow, instance)
      : await exchangeCode(provider, code, flow, server, instance)
    instance.logger.debug(`'${provider.id}' answered to the code`, { members: Object.keys(tokens) })
    return { flow, server, ...(await readTokens(provider, tokens, flow, server, instance)) }
  } catch (error) {
    if (error instanceof ClientRefusal) throw clientRefused(provider, error, flow.redirectUri)
    throw callbackError(provider, error)
  }
}

/** Sends a code to the token endpoint. */
async function exchangeCode(
  provider: ReadyOAuthProvider,
  code: string,
  flow: Flow,
  { metadata }: AuthorizationServer,
  instance: Instance,
): Promise<TokenAnswer> {
  const { headers, form } = await clientAuth(provider, metadata.issuer, instance.clock)
  const { redirectUri: redirect_uri, codeVerifier: code_verifier } = flow
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri,
    ...(code_verifier !== undefined && { code_verifier }),
    ...form,
  })
  const arrived = await askProvider(provider, instance)(metadata.token_endpoint as string, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
      'user-agent': USER_AGENT,
      ...headers,
    },
    body,
  })
  return tokenAnswer(await conformed(provider, arrived))
}

/** The answer as the provider's `conform` puts it right. */
async function conformed({ token }: ReadyOAuthProvider, arrived: Arrived): Promise<Arrived> {
  if (typeof token !== 'object' || !token.conform) return arrived
  const { arrivedResponse } = await import('../../outgoing/fetch.js')
  const corrected = await token.conform(arrivedResponse(arrived))
  if (!corrected) return arrived
  const { status, statusText, headers } = corrected
  return { status, statusText, headers, body: new Uint8Array(await corrected.arrayBuffer()) }
}

async function readTokens(
  provider: ReadyOAuthProvider,
  tokens: TokenAnswer,
  flow: Flow,
  { metadata, keys }: AuthorizationServer,
  { clock }: Instance,
): Promise<Pick<Redeemed, 'tokens' | 'claims'>> {
  const { id_token, access_token: accessToken, ...others } = tokens
  if (provider.type === 'oauth') {
    // An ID token of a provider that is not an OpenID Provider is kept but believed in nothing.
    const kept = typeof id_token === 'string' ? tokens : { ...others, access_token: accessToken }
    return { tokens: kept, claims: undefined }
  }
  if (typeof id_token !== 'string') throw new Error('The token endpoint answered without an ID token.')
  const jws = readJws(id_token)
  const claims = await checkIdToken(jws, { provider, metadata, accessToken, flow, clock })
  await verifyToken(jws, provider.client?.id_token_signed_response_alg, provider, keys)
  return { tokens, claims }
}
