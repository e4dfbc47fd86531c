import type * as oauth from 'oauth4webapi'
import { InvalidCheck, InvalidRequest } from '../../../errors.js'
import type { TokenSet } from '../../../model/token-set.js'
import type { Instance } from '../../instance/instance.js'
import type { Exchange } from '../../request/exchange.js'
import { type Params, textParam } from '../../request/params.js'
import type { AuthorizationServer } from './authorization-server.js'
import { callbackError } from './callback-error.js'
import { clientOf } from './client.js'
import { clientAuth } from './client-auth.js'
import type { Flow } from './flow-cookies.js'
import { httpOptions } from './http-options.js'
import { checkIdToken } from './id-token.js'
import type { ReadyOAuthProvider } from './oauth-provider.js'
import { providerFetch } from './provider-fetch.js'
import { redirectUri } from './redirect-uri.js'
import { verifySignature } from './signing-keys.js'
import { requireBearer, tokenAnswer } from './token-answer.js'

/** What a provider answered to a code. */
export interface Redeemed {
  readonly flow: Flow
  readonly tokens: TokenSet
  /** The claims of the ID token, with its signature verified. */
  readonly claims: oauth.IDToken | undefined
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
    const response = await exchangeCode(provider, params, flow, server, instance)
    return { flow, server, ...(await readTokens(provider, response, flow, server, instance)) }
  } catch (error) {
    throw callbackError(provider, error)
  }
}

/** Checks the provider's answer in the callback, and sends its code to the token endpoint. */
async function exchangeCode(
  provider: ReadyOAuthProvider,
  params: Params,
  flow: Flow,
  { metadata }: AuthorizationServer,
  instance: Instance,
): Promise<Response> {
  const oauth = await import('./protocol.js')
  const client = clientOf(oauth, provider, instance.clock)
  const answer = oauth.validateAuthResponse(metadata, client, answerOf(provider, params), flow.state)
  const response = await oauth.authorizationCodeGrantRequest(
    metadata,
    client,
    await clientAuth(provider),
    answer,
    flow.redirectUri,
    flow.codeVerifier ?? oauth.nopkce,
    httpOptions(oauth, providerFetch(provider, instance)),
  )
  if (typeof provider.token !== 'object' || !provider.token.conform) return response
  return (await provider.token.conform(response.clone())) ?? response
}

/** The callback's parameters. `iss` can be checked only where the issuer is known. */
function answerOf(provider: ReadyOAuthProvider, params: Params): URLSearchParams {
  const answer = new URLSearchParams()
  for (const name of Object.keys(params)) {
    const value = textParam(params, name)
    if (value !== undefined && (name !== 'iss' || provider.issuer !== undefined)) answer.set(name, value)
  }
  return answer
}

async function readTokens(
  provider: ReadyOAuthProvider,
  response: Response,
  flow: Flow,
  { metadata, keys }: AuthorizationServer,
  { clock }: Instance,
): Promise<Pick<Redeemed, 'tokens' | 'claims'>> {
  const oauth = await import('./protocol.js')
  const client = clientOf(oauth, provider, clock)
  const process = async (
    answer: Response,
    options: oauth.ProcessAuthorizationCodeResponseOptions = {},
  ): Promise<oauth.TokenEndpointResponse> => {
    const tokens = await oauth.processAuthorizationCodeResponse(metadata, client, answer, options)
    requireBearer(tokens as TokenSet)
    return tokens
  }
  // What is not a success is an error, which the library knows how to read.
  if (response.status !== 200) return { tokens: (await process(response)) as TokenSet, claims: undefined }
  const { id_token, ...plain } = await tokenAnswer(response)
  if (provider.type === 'oauth') {
    // An ID token of a provider that is not an OpenID Provider is kept but believed in nothing.
    const tokens = (await process(Response.json(plain))) as TokenSet
    return { claims: undefined, tokens: typeof id_token === 'string' ? { ...tokens, id_token } : tokens }
  }
  const tokens = await process(Response.json({ ...plain, id_token }), {
    expectedNonce: flow.nonce ?? oauth.expectNoNonce,
    requireIdToken: true,
    ...(flow.maxAge !== undefined && { maxAge: flow.maxAge }),
  })
  const token = tokens.id_token as string
  const claims = oauth.getValidatedIdTokenClaims(tokens) as oauth.IDToken
  const { access_token: accessToken } = tokens
  const maxAge = provider.client?.id_token_max_age
  await checkIdToken(token, claims, { accessToken, clientId: provider.clientId, maxAge, flow, clock })
  await verifySignature(token, keys)
  return { tokens: tokens as TokenSet, claims }
}
