import { authorizationCodeGrantRequest, nopkce } from 'oauth4webapi'
import { InvalidCheck, InvalidRequest } from '../../../errors.js'
import type { TokenSet } from '../../../model/account.js'
import type { TokenRequestContext } from '../../../providers/kinds/oauth.js'
import { redactErrors } from '../../config/logger.js'
import type { Exchange } from '../../http/exchange.js'
import { type Params, textParam } from '../../http/params.js'
import { authorityOf } from '../../storage/account-keys.js'
import { authorizationResponse } from './authorization-response.js'
import type { OAuthCapabilities } from './capabilities.js'
import { clientAuthentication } from './client-authentication.js'
import type { AuthorizationServer } from './discovery.js'
import { tokenRequestError } from './errors.js'
import type { Flow } from './flow-cookies.js'
import { requireCurrentSession } from './id-token-checks.js'
import { ownRequest, type ReadyOAuthProvider } from './provider.js'
import { clientOf, providerFetch, requestOptions, serverOf } from './provider-request.js'
import { redirectUri } from './redirect-uri.js'
import { readTokenResponse, type TokenResponse, validateTokens, verifyIdToken } from './token-response.js'

/** A redeemed authorization code. */
export interface Redeemed {
  readonly flow: Flow
  readonly tokens: TokenSet
  /** The claims of the ID token, with its signature verified. */
  readonly claims: IdTokenClaims | undefined
  readonly server: AuthorizationServer
  /** The object in the parameter `user` of the authorization response, where the provider sends one. Nothing of it is verified. */
  readonly user: object | undefined
}

/** The validated claims of an ID token. */
export interface IdTokenClaims extends Record<string, unknown> {
  readonly sub: string
}

/**
 * Completes a flow: validates the authorization response against it, exchanges the code for tokens, and verifies the ID token.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749.html#section-4.1.3
 * @see https://openid.net/specs/openid-connect-core-1_0.html#TokenRequest
 */
export async function redeem(
  provider: ReadyOAuthProvider,
  params: Params,
  flow: Flow,
  instance: OAuthCapabilities,
  exchange: Exchange,
): Promise<Redeemed> {
  if (
    flow.provider !== provider.id ||
    flow.authority !== authorityOf(provider) ||
    flow.redirectUri !== redirectUri(provider, instance, exchange)
  ) {
    throw new InvalidCheck('The callback belongs to a sign-in with another provider or on another site.')
  }
  const code = textParam(params, 'code')
  if (code !== undefined && !/^[\x20-\x7e]{1,8192}$/.test(code)) {
    throw new InvalidRequest('The parameter `code` is malformed.')
  }
  try {
    const server = await instance.authorizationServer(provider)
    const { metadata } = server
    const validated = authorizationResponse(params, flow, provider, metadata)
    const { tokens, idToken } = await tokenResponse(params, validated, provider, flow, server, instance)
    instance.logger.debug(`'${provider.id}' returned tokens for the code`, { members: Object.keys(tokens) })
    const user = provider.userParameter ? userParameter(params) : undefined
    if (!idToken) return { flow, server, tokens, claims: undefined, user }
    const { access_token: accessToken } = tokens
    const context = { provider, metadata, flow, accessToken, now: instance.clock() / 1000 }
    await verifyIdToken(idToken, context, server)
    requireCurrentSession(idToken.claims, context.now)
    const iss = validated.get('iss')
    if (iss !== null && idToken.claims['iss'] !== iss) {
      throw new Error('The authorization response and the ID token are of two issuers.')
    }
    return { flow, server, tokens, claims: idToken.claims as IdTokenClaims, user }
  } catch (error) {
    throw tokenRequestError(provider, error, flow.redirectUri)
  }
}

/** The object in the parameter `user`; `undefined` where there is none, as in every sign-in but the first. */
function userParameter(params: Params): object | undefined {
  try {
    const user: unknown = JSON.parse(textParam(params, 'user') ?? 'null')
    return typeof user === 'object' && user !== null ? user : undefined
  } catch {
    return undefined
  }
}

async function tokenResponse(
  params: Params,
  validated: URLSearchParams,
  provider: ReadyOAuthProvider,
  flow: Flow,
  { metadata }: AuthorizationServer,
  instance: OAuthCapabilities,
): Promise<TokenResponse> {
  const { token } = provider
  const fetch = providerFetch(provider, instance)
  const request = ownRequest(token)
  if (request) {
    const { state, nonce, codeVerifier: code_verifier, redirectUri: callbackUrl } = flow
    const returned = await redactErrors(
      () =>
        request({
          params: { ...params } as Record<string, string>,
          checks: { state, nonce, code_verifier },
          provider: { ...provider, callbackUrl } as TokenRequestContext['provider'],
          fetch,
        }),
      () => [params, provider, { token: code_verifier }],
    )
    const context = { provider, metadata, flow, now: instance.clock() / 1000 }
    return validateTokens(Object(returned).tokens, context)
  }
  const response = await authorizationCodeGrantRequest(
    serverOf(metadata),
    // Some servers accept integers only as the times of a client assertion.
    clientOf(provider, Math.floor(instance.clock() / 1000)),
    await clientAuthentication(provider, instance.clock() / 1000),
    validated,
    flow.redirectUri,
    flow.codeVerifier ?? nopkce,
    requestOptions(provider, instance),
  )
  const corrected = typeof token === 'object' ? await token.conform?.(response.clone()) : undefined
  const context = { provider, metadata, flow, now: instance.clock() / 1000 }
  return readTokenResponse(corrected ?? response, context)
}
