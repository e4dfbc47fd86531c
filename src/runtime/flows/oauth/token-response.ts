import { processAuthorizationCodeResponse, ResponseBodyError } from 'oauth4webapi'
import type { TokenSet } from '../../../model/token-set.js'
import { badStatus, messageOf, providerError, VisitorsRefusal } from './callback-error.js'
import { ClientRefusal, clientRefusal } from './client-refusal.js'
import type { Flow } from './flow-cookies.js'
import { type Jws, parseJws } from './jws.js'
import { clientOf, serverOf } from './library.js'
import type { ReadyOAuthProvider } from './oauth-provider.js'
import type { ServerMetadata } from './server-metadata.js'
import { parseStrictJson } from './strict-json.js'
import { checkIdToken, idTokenHeaderChecks, isBearer, isJson, mediaTypeOf } from './stricter-checks.js'
import { expectedIssuer } from './token-issuer.js'

/** Longest accepted life of an access token, in seconds: a hundred years. */
const MAX_LIFETIME = 100 * 365 * 24 * 60 * 60

/** What the tokens of a response are compared with. */
export interface TokenResponseContext {
  readonly provider: ReadyOAuthProvider
  readonly metadata: ServerMetadata
  readonly flow: Flow
  /** Seconds since 1970. */
  readonly now: number
}

/** A validated token response. */
export interface TokenResponse {
  readonly tokens: TokenSet & { readonly access_token: string }
  /** The ID token of an OpenID Provider: its claims are validated, its signature is not. */
  readonly idToken: Jws | undefined
}

/**
 * Reads a token response. Throws for an error response, also with the status of a success, and for tokens that cannot be used.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749.html#section-5
 * @see https://www.rfc-editor.org/rfc/rfc6750.html
 */
export async function readTokenResponse(
  response: Response,
  context: TokenResponseContext,
): Promise<TokenResponse> {
  const body = new Uint8Array(await response.arrayBuffer())
  if (response.status !== 200) {
    const members = Object(looseJson(body)) as Record<string, unknown>
    if (isFilled(members['error'])) return validate(members, 400, context)
    const error = badStatus('The token endpoint', response.status)
    throw response.status === 401 ? new ClientRefusal('invalid_client', error.message) : error
  }
  if (!isJson(mediaTypeOf(response))) {
    throw new Error(
      'The token response is not application/json. If that is how the provider responds, correct it in `token.conform`.',
    )
  }
  return validateTokens(parseStrictJson(body), context)
}

/** Validates the members of a token response, from the endpoint or from the application's own `token.request`. */
export async function validateTokens(
  members: unknown,
  context: TokenResponseContext,
): Promise<TokenResponse> {
  if (typeof members !== 'object' || members === null || Array.isArray(members)) {
    throw new Error('The token response is not a JSON object.')
  }
  const { error, access_token } = members as Record<string, unknown>
  // Some providers, such as GitHub, send an error with status 200.
  const isError = typeof error === 'string' && access_token === undefined
  return validate(members as Record<string, unknown>, isError ? 400 : 200, context)
}

async function validate(
  members: Record<string, unknown>,
  status: 200 | 400,
  { provider, metadata, flow, now }: TokenResponseContext,
): Promise<TokenResponse> {
  const isOpenId = provider.type === 'oidc'
  const { id_token, ...others } = status === 200 ? corrected(members) : members
  // Of a provider that is not an OpenID Provider, the ID token is kept and not used.
  const kept = typeof id_token === 'string' && { id_token }
  const idToken = isOpenId && typeof id_token === 'string' ? parseJws(id_token) : undefined
  if (idToken) await checkIdToken(idTokenHeaderChecks, idToken, { provider, metadata })
  const body = JSON.stringify(isOpenId ? { ...others, ...kept } : others)
  const response = new Response(body, { status, headers: { 'content-type': 'application/json' } })
  const expected = isOpenId
    ? {
        requireIdToken: true,
        ...(flow.nonce !== undefined && { expectedNonce: flow.nonce }),
        ...(flow.maxAge !== undefined && { maxAge: flow.maxAge }),
      }
    : {}
  try {
    const client = clientOf(provider, now)
    const server = idToken
      ? { ...serverOf(metadata), issuer: expectedIssuer(provider, metadata.issuer, idToken.claims) }
      : serverOf(metadata)
    const tokens = await processAuthorizationCodeResponse(server, client, response, expected)
    if (!isBearer(tokens.token_type)) throw new Error('the tokens are not bearer tokens')
    return { tokens: { ...tokens, ...kept } as TokenResponse['tokens'], idToken }
  } catch (error) {
    if (error instanceof ResponseBodyError) throw errorResponse(error)
    if (error instanceof VisitorsRefusal) throw error
    throw new Error(`The token response is invalid: ${messageOf(error)}.`)
  }
}

/** Errors about a code that is unknown or expired. GitHub has a name of its own for it. */
const codeErrors: readonly string[] = ['invalid_grant', 'bad_verification_code']

/** @see https://www.rfc-editor.org/rfc/rfc6749.html#section-5.2 */
function errorResponse({ error, error_description }: ResponseBodyError): Error {
  const message = providerError(error, error_description)
  const refusal = clientRefusal(error, error_description)
  return refusal ?? (codeErrors.includes(error) ? new VisitorsRefusal(message) : new Error(message))
}

function looseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    return undefined
  }
}

/** Without members that are `null`, and with those corrected that providers get wrong and that decide nothing. */
function corrected(members: Record<string, unknown>): Record<string, unknown> {
  const { expires_in, expires_at, scope, session_state, ...others } = members
  const lifetime = numberOf(expires_in)
  const end = numberOf(expires_at)
  return {
    ...Object.fromEntries(Object.entries(others).filter(([, value]) => value !== null)),
    ...(lifetime !== undefined && lifetime <= MAX_LIFETIME && { expires_in: lifetime }),
    ...(end !== undefined && Number.isSafeInteger(Math.floor(end)) && { expires_at: Math.floor(end) }),
    ...(typeof session_state === 'string' && { session_state }),
    ...(scope !== undefined && scope !== null && { scope: Array.isArray(scope) ? scope.join(' ') : scope }),
  }
}

/** A number that is not negative, also as a string. */
function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && number >= 0 && Number.isFinite(number) ? number : undefined
}

function isFilled(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
