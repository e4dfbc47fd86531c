import { AuthorizationResponseError, validateAuthResponse } from 'oauth4webapi'
import { UserAgentError } from '../../core/http/error-report.js'
import { type Params, searchParamsOf } from '../../core/http/params.js'
import { messageOf, providerError } from './errors.js'
import type { Flow } from './flow.js'
import type { OAuthCall } from './openid-extension.js'
import { isSameIssuer, type ServerMetadata, serverOf } from './provider.js'

/**
 * Validates an authorization response. Throws if it is invalid, and also if it is an error response.
 *
 * @returns The parameters for the token request of oauth4webapi.
 * @see https://www.rfc-editor.org/rfc/rfc6749.html#section-4.1.2
 * @see https://www.rfc-editor.org/rfc/rfc9207.html#section-2.4
 */
export function authorizationResponse(
  params: Params,
  { state }: Flow,
  call: Pick<OAuthCall, 'provider' | 'openId'>,
  metadata: ServerMetadata,
): URLSearchParams {
  const { provider } = call
  const received = searchParamsOf(params)
  // Without a configured issuer, there is no value to compare `iss` with.
  if (provider.issuer === undefined) received.delete('iss')
  try {
    const parameter = parameterWithTokens(received)
    if (parameter !== undefined)
      throw new Error(`\`${parameter}\` carries tokens, which only the token endpoint may return`)
    const issuer = responseIssuer(metadata.issuer, received.get('iss'), call)
    const server = { ...serverOf(metadata), issuer }
    const validated = validateAuthResponse(server, { client_id: provider.clientId }, received, state)
    if (!validated.get('code')) throw new Error('response parameter "code" missing')
    return validated
  } catch (error) {
    if (!(error instanceof AuthorizationResponseError))
      throw new UserAgentError(`The authorization response is invalid: ${messageOf(error)}.`)
    const hint = Object.hasOwn(advice, error.error) ? ` (${advice[error.error]})` : ''
    throw new UserAgentError(providerError(error.error, error.error_description) + hint)
  }
}

/**
 * Returns the issuer that an authorization response must name. `received` is the issuer that it names.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9207.html#section-2.4
 */
function responseIssuer(
  published: string,
  received: string | null,
  { provider, openId }: Pick<OAuthCall, 'provider' | 'openId'>,
): string {
  if (received === null) return published
  if (openId) return openId.responseIssuer(provider, published, received)
  // The issuer may be configured without its trailing slash.
  return isSameIssuer(received, published) ? received : published
}

/**
 * Returns the name of a parameter that carries tokens. The parameter `response` is a JWT that contains a whole
 * response. Parameters without a value count, too.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9700.html#section-2.1.2
 */
function parameterWithTokens(params: URLSearchParams): string | undefined {
  return ['access_token', 'id_token', 'token', 'response'].find((name) => params.has(name))
}

const advice: Readonly<Record<string, string>> = {
  unauthorized_client: 'Allow the client the authorization code flow at the provider.',
  redirect_uri_mismatch: 'Register the callback URL of this application at the provider.',
}
