import {
  authorizationCodeGrantRequest,
  nopkce,
  processAuthorizationCodeResponse,
  processRefreshTokenResponse,
} from 'oauth4webapi'
import { InvalidCheck, InvalidRequest } from '../../../errors.js'
import type { TokenRequestContext } from '../../../providers/kinds/oauth.js'
import { membersOf } from '../../core/base/members-of.js'
import { storable } from '../../core/base/storable.js'
import { redactErrors } from '../../core/config/logger.js'
import { UserAgentError } from '../../core/http/error-report.js'
import { isJson, mediaTypeOf } from '../../core/http/media-type.js'
import { type Params, textParam } from '../../core/http/params.js'
import { strictJson } from '../../core/http/strict-json.js'
import type { App } from '../../core/object-lifetimes.js'
import { authorityOf } from '../../core/storage/provider-authority.js'
import { authorizationResponse } from './authorization-response.js'
import { clientArguments, clientOf, providerFetch, requestOptions } from './client.js'
import { isErrorCode, messageOf, tokenErrorResponse, tokenRequestError } from './errors.js'
import type { Flow } from './flow.js'
import { isObject, type Jws, withoutNullClaims } from './jws.js'
import type {
  BegunFlow,
  OAuthCall,
  ReceivedTokens,
  Redeemed,
  TokenResponseContext,
} from './openid-extension.js'
import { customRequest, serverOf } from './provider.js'
import { redirectUri } from './redirect-proxy.js'
import { namesRefreshToken } from './refresh-rejection.js'

/**
 * Exchanges the authorization code for tokens.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749.html#section-4.1.3
 * @see https://openid.net/specs/openid-connect-core-1_0.html#TokenRequest
 */
export async function redeem(
  params: Params,
  { flow, server }: BegunFlow,
  call: OAuthCall,
): Promise<Redeemed> {
  const { provider, openId, app, exchange } = call
  if (
    flow.origin !== exchange.origin ||
    flow.provider !== provider.id ||
    flow.authority !== authorityOf(provider) ||
    flow.redirectUri !== redirectUri(call)
  ) {
    throw new InvalidCheck('The callback belongs to a sign-in with another provider or on another site.')
  }
  const code = textParam(params, 'code')
  if (code !== undefined && !isCode(code)) throw new InvalidRequest('The parameter `code` is malformed.')
  try {
    const validated = authorizationResponse(params, flow, call, server.metadata)
    const context = { ...server, provider, openId, flow, clock: app.clock }
    const { tokens, idToken } = await tokenResponse(params, validated, context, app)
    app.logger.debug(`'${provider.id}' returned tokens for the code`, { members: Object.keys(tokens) })
    const response = { accessToken: tokens.access_token, iss: validated.get('iss') }
    const claims = idToken && (await openId?.verifyIdToken(idToken, response, context))
    return { flow, server, tokens, claims, params }
  } catch (error) {
    throw tokenRequestError(provider, error, flow.redirectUri)
  }
}

export function isCode(code: string | undefined): boolean {
  return code !== undefined && /^[\x20-\x7e]{1,8192}$/.test(code)
}

async function tokenResponse(
  params: Params,
  validated: URLSearchParams,
  context: TokenResponseContext & { readonly flow: Flow },
  app: App,
): Promise<TokenResponse> {
  const { provider, flow, metadata } = context
  const { state, nonce, codeVerifier: code_verifier, redirectUri: callbackUrl } = flow
  const request = customRequest(provider.token)
  if (!request) {
    const response = await authorizationCodeGrantRequest(
      ...clientArguments(provider, metadata, app),
      validated,
      callbackUrl,
      code_verifier ?? nopkce,
      requestOptions(provider, app),
    )
    return readTokenResponse(response, context)
  }
  const returned = await redactErrors(
    () =>
      request({
        params: { ...params } as Record<string, string>,
        checks: { state, nonce, code_verifier },
        provider: { ...provider, callbackUrl } as TokenRequestContext['provider'],
        fetch: providerFetch(provider, app),
      }),
    () => [params, provider, { token: code_verifier }],
  )
  return validateTokens(membersOf(returned)['tokens'], context)
}

const MAX_LIFETIME_SECONDS = 100 * 365 * 24 * 60 * 60

type Grant = 'code' | 'refresh'

export interface TokenResponse {
  readonly tokens: ReceivedTokens
  /** The ID token of an OpenID Provider. Its signature is not verified yet. */
  readonly idToken: Jws | undefined
}

/**
 * @see https://www.rfc-editor.org/rfc/rfc6749.html#section-5
 * @see https://www.rfc-editor.org/rfc/rfc6750.html
 */
export async function readTokenResponse(
  received: Response,
  context: TokenResponseContext,
  grant: Grant = 'code',
): Promise<TokenResponse> {
  const { token } = context.provider
  const conforming =
    typeof token === 'object' &&
    (await redactErrors(
      () => token.conform?.(received.clone()),
      async () => [await received.json().catch(() => undefined)],
    ))
  const response = conforming || received
  // Some providers respond with 201 (Created): https://github.com/panva/openid-client/issues/666
  if (response.status !== 200 && response.status !== 201) {
    const members = membersOf(await response.json().catch(() => undefined))
    throw tokenErrorResponse(response.status, members, grant)
  }
  if (!isJson(mediaTypeOf(response))) {
    throw new Error(
      'The token response is not application/json. If the provider always sends this media type, correct the response in `token.conform`.',
    )
  }
  return validateTokens(await strictJson(response), context, grant)
}

export async function validateTokens(
  members: unknown,
  context: TokenResponseContext,
  grant: Grant = 'code',
): Promise<TokenResponse> {
  if (!isObject(members)) throw new Error('The token response is not a JSON object.')
  // Some providers, such as GitHub, send errors with status 200, and others, such as WeChat, without `error`.
  const isError = isErrorCode(members['error']) || (grant === 'refresh' && namesRefreshToken(members))
  if (isError && (members['access_token'] ?? null) === null) throw tokenErrorResponse(200, members, grant)
  const { provider, openId, metadata, clock } = context
  const { id_token, ...others } = corrected(members, grant)
  // For an OAuth 2.0 provider, the ID token is stored without any check.
  const stored = typeof id_token === 'string' && { id_token }
  const idToken = stored ? await openId?.parseIdToken(stored.id_token, context) : undefined
  // If claims that are `null` are removed, the signature no longer matches. oauth4webapi does not verify it.
  const response = Response.json(idToken ? { ...others, id_token: withoutNullClaims(idToken) } : others)
  try {
    const { issuer, ...expected } = openId
      ? openId.expectedIdToken(idToken, context)
      : { issuer: metadata.issuer }
    const server = { ...serverOf(metadata), issuer }
    const client = clientOf(provider, clock() / 1000)
    const tokens =
      grant === 'refresh'
        ? await processRefreshTokenResponse(server, client, response)
        : await processAuthorizationCodeResponse(server, client, response, expected)
    if (!isBearer(tokens.token_type)) throw new Error('the tokens are not bearer tokens')
    return { tokens: storable({ ...tokens, ...stored } as ReceivedTokens), idToken }
  } catch (error) {
    if (error instanceof UserAgentError) throw error
    throw new Error(`The token response is invalid: ${messageOf(error)}.`)
  }
}

/** @see https://www.rfc-editor.org/rfc/rfc6749.html#section-7.1 */
function isBearer(tokenType: string): boolean {
  return tokenType.toLowerCase() === 'bearer'
}

/** Corrects members that providers often get wrong, if they do not affect security. */
function corrected(members: Record<string, unknown>, grant: Grant): Record<string, unknown> {
  const { expires_in, expires_at, scope, session_state, ...others } = members
  const lifetime = numberOf(expires_in)
  const expiry = Math.floor(numberOf(expires_at) ?? Number.NaN)
  // Mailchimp and VK send zero for tokens that do not expire: https://github.com/requests/requests-oauthlib/issues/509
  const hasNoExpiry = lifetime === 0 && !others['refresh_token'] && grant === 'code'
  return {
    ...Object.fromEntries(Object.entries(others).filter(([, value]) => value !== null)),
    ...(lifetime !== undefined &&
      !hasNoExpiry &&
      lifetime <= MAX_LIFETIME_SECONDS && { expires_in: lifetime }),
    ...(Number.isSafeInteger(expiry) && { expires_at: expiry }),
    ...(typeof session_state === 'string' && { session_state }),
    ...(scope !== undefined && scope !== null && { scope: Array.isArray(scope) ? scope.join(' ') : scope }),
  }
}

function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && number >= 0 && Number.isFinite(number) ? number : undefined
}
