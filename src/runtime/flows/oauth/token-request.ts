import { authorizationCodeGrantRequest, nopkce } from 'oauth4webapi'
import { InvalidCheck, InvalidRequest } from '../../../errors.js'
import type { TokenRequestContext } from '../../../providers/kinds/oauth.js'
import { redactErrors } from '../../config/logger.js'
import { type Params, textParam } from '../../http/params.js'
import { authorityOf } from '../../storage/account-keys.js'
import { authorizationResponse } from './authorization-response.js'
import type { OAuthCall, OAuthCapabilities } from './capabilities.js'
import { clientArguments, providerFetch, requestOptions } from './client.js'
import type { AuthorizationServer } from './discovery.js'
import { tokenRequestError } from './errors.js'
import type { Flow } from './flow-cookies.js'
import { requireCurrentSession } from './id-token-checks.js'
import { ownRequest } from './provider.js'
import { redirectUri } from './redirect-uri.js'
import {
  readTokenResponse,
  type TokenResponse,
  type TokenResponseContext,
  validateTokens,
  verifyIdToken,
} from './token-response.js'

/** A redeemed authorization code. */
export interface Redeemed {
  readonly flow: Flow
  readonly tokens: TokenResponse['tokens']
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
export async function redeem(params: Params, flow: Flow, call: OAuthCall): Promise<Redeemed> {
  const { provider, instance } = call
  if (
    flow.provider !== provider.id ||
    flow.authority !== authorityOf(provider) ||
    flow.redirectUri !== redirectUri(call)
  ) {
    throw new InvalidCheck('The callback belongs to a sign-in with another provider or on another site.')
  }
  const code = textParam(params, 'code')
  if (code !== undefined && !/^[\x20-\x7e]{1,8192}$/.test(code)) {
    throw new InvalidRequest('The parameter `code` is malformed.')
  }
  try {
    const server = await instance.authorizationServer(provider)
    const validated = authorizationResponse(params, flow, provider, server.metadata)
    const context = { ...server, provider, flow, clock: instance.clock }
    const { tokens, idToken } = await tokenResponse(params, validated, context, instance)
    instance.logger.debug(`'${provider.id}' returned tokens for the code`, { members: Object.keys(tokens) })
    const user = provider.userParameter ? userParameter(params) : undefined
    if (!idToken) return { flow, server, tokens, claims: undefined, user }
    await verifyIdToken(idToken, tokens.access_token, context)
    requireCurrentSession(idToken.claims, instance.clock)
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
  context: TokenResponseContext & { readonly flow: Flow },
  instance: OAuthCapabilities,
): Promise<TokenResponse> {
  const { provider, flow, metadata } = context
  const { state, nonce, codeVerifier: code_verifier, redirectUri: callbackUrl } = flow
  const request = ownRequest(provider.token)
  if (!request) {
    const response = await authorizationCodeGrantRequest(
      ...clientArguments(provider, metadata, instance),
      validated,
      callbackUrl,
      code_verifier ?? nopkce,
      requestOptions(provider, instance),
    )
    return readTokenResponse(response, context)
  }
  const returned = await redactErrors(
    () =>
      request({
        params: { ...params } as Record<string, string>,
        checks: { state, nonce, code_verifier },
        provider: { ...provider, callbackUrl } as TokenRequestContext['provider'],
        fetch: providerFetch(provider, instance),
      }),
    () => [params, provider, { token: code_verifier }],
  )
  return validateTokens(Object(returned).tokens, context)
}
