import { processAuthorizationCodeResponse, processRefreshTokenResponse } from 'oauth4webapi'
import type { TokenSet } from '../../../model/account.js'
import { strictJson } from '../../http/strict-json.js'
import { clientOf } from './client.js'
import type { AuthorizationServer } from './discovery.js'
import { badStatus, ClientRefusal, ClientsRefusal, messageOf, tokenErrorResponse } from './errors.js'
import {
  checkIdToken,
  type IdTokenContext,
  idTokenClaimChecks,
  idTokenHeaderChecks,
  isBearer,
  isJson,
  isObject,
  type Jws,
  mediaTypeOf,
  parseJws,
} from './id-token-checks.js'
import { verifyJws } from './jwks.js'
import { serverOf } from './provider.js'
import { expectedIssuer } from './token-issuer.js'

/** Longest accepted life of an access token, in seconds: a hundred years. */
const MAX_LIFETIME = 100 * 365 * 24 * 60 * 60

/** What was exchanged for tokens. */
type Grant = 'code' | 'refresh'

/** What the tokens of a response are compared with. */
export interface TokenResponseContext extends Omit<IdTokenContext, 'accessToken'>, AuthorizationServer {}

/** A validated token response. */
export interface TokenResponse {
  readonly tokens: TokenSet & { readonly access_token: string }
  /** The ID token of an OpenID Provider: its claims are validated, its signature is not. */
  readonly idToken: Jws | undefined
}

/**
 * Reads a token response, or what `token.conform` of the provider makes of it. Throws for an error response, also with the status of a
 * success, and for tokens that cannot be used.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749.html#section-5
 * @see https://www.rfc-editor.org/rfc/rfc6750.html
 */
export async function readTokenResponse(
  received: Response,
  context: TokenResponseContext,
  grant: Grant = 'code',
): Promise<TokenResponse> {
  const { token } = context.provider
  const conforming = typeof token === 'object' ? await token.conform?.(received.clone()) : undefined
  const response = conforming ?? received
  if (response.status !== 200) {
    // An error response may be less than strict JSON.
    const { error, error_description } = Object(await response.json().catch(() => undefined))
    if (isErrorCode(error)) throw tokenErrorResponse(error, error_description)
    const failure = badStatus('The token endpoint', response.status)
    throw response.status === 401 ? new ClientRefusal('client', failure.message) : failure
  }
  if (!isJson(mediaTypeOf(response))) {
    throw new Error(
      'The token response is not application/json. If that is how the provider responds, correct it in `token.conform`.',
    )
  }
  return validateTokens(await strictJson(response), context, grant)
}

function isErrorCode(error: unknown): error is string {
  return typeof error === 'string' && error !== ''
}

/** Validates the members of a token response, from the endpoint or from the application's own `token.request`. */
export async function validateTokens(
  members: unknown,
  context: TokenResponseContext,
  grant: Grant = 'code',
): Promise<TokenResponse> {
  if (!isObject(members)) throw new Error('The token response is not a JSON object.')
  const { error, error_description, access_token } = members
  // Some providers, such as GitHub, send an error with status 200.
  if (isErrorCode(error) && access_token === undefined) throw tokenErrorResponse(error, error_description)
  const { provider, metadata, flow, clock } = context
  const isOpenId = provider.type === 'oidc'
  const { id_token, ...others } = corrected(members)
  // Of a provider that is not an OpenID Provider, the ID token is kept and not used.
  const kept = typeof id_token === 'string' && { id_token }
  const idToken = isOpenId && kept ? parseJws(kept.id_token) : undefined
  if (idToken) await checkIdToken(idTokenHeaderChecks, idToken, context)
  const response = Response.json(isOpenId ? { ...others, ...kept } : others)
  const expected = {
    requireIdToken: true,
    ...(flow.nonce !== undefined && { expectedNonce: flow.nonce }),
    ...(flow.maxAge !== undefined && { maxAge: flow.maxAge }),
  }
  try {
    const issuer = idToken ? expectedIssuer(provider, metadata.issuer, idToken.claims) : metadata.issuer
    const server = { ...serverOf(metadata), issuer }
    const client = clientOf(provider, clock() / 1000)
    const tokens =
      grant === 'refresh'
        ? await processRefreshTokenResponse(server, client, response)
        : await processAuthorizationCodeResponse(server, client, response, isOpenId ? expected : {})
    if (!isBearer(tokens.token_type)) throw new Error('the tokens are not bearer tokens')
    return { tokens: { ...tokens, ...kept } as TokenResponse['tokens'], idToken }
  } catch (error) {
    if (error instanceof ClientsRefusal) throw error
    throw new Error(`The token response is invalid: ${messageOf(error)}.`)
  }
}

/**
 * Verifies an ID token whose header and times {@link readTokenResponse} has validated: the checks of its claims, and its signature.
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation
 */
export async function verifyIdToken(
  idToken: Jws,
  accessToken: string,
  context: TokenResponseContext,
): Promise<void> {
  await checkIdToken(idTokenClaimChecks, idToken, { ...context, accessToken })
  const { provider, jwks } = context
  await verifyJws(idToken, provider.client?.id_token_signed_response_alg, provider, jwks)
}

/** Without members that are `null`, and with those corrected that providers get wrong and that decide nothing. */
function corrected(members: Record<string, unknown>): Record<string, unknown> {
  const { expires_in, expires_at, scope, session_state, ...others } = members
  const lifetime = numberOf(expires_in)
  const end = Math.floor(numberOf(expires_at) ?? Number.NaN)
  return {
    ...Object.fromEntries(Object.entries(others).filter(([, value]) => value !== null)),
    ...(lifetime !== undefined && lifetime <= MAX_LIFETIME && { expires_in: lifetime }),
    ...(Number.isSafeInteger(end) && { expires_at: end }),
    ...(typeof session_state === 'string' && { session_state }),
    ...(scope !== undefined && scope !== null && { scope: Array.isArray(scope) ? scope.join(' ') : scope }),
  }
}

/** A number that is not negative, also as a string. */
function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && number >= 0 && Number.isFinite(number) ? number : undefined
}
