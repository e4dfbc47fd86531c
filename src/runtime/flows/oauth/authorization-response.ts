import { AuthorizationResponseError, validateAuthResponse } from 'oauth4webapi'
import type { Params } from '../../http/params.js'
import { messageOf, providerError, VisitorsRefusal } from './callback-error.js'
import type { Flow } from './flow-cookies.js'
import { clientOf, serverOf } from './library.js'
import type { ReadyOAuthProvider } from './oauth-provider.js'
import type { ServerMetadata } from './server-metadata.js'
import { tokenParameter } from './stricter-checks.js'
import { responseIssuer } from './token-issuer.js'

/**
 * Validates an authorization response: `iss`, `state`, and that it carries a code and no tokens. Throws for an error response,
 * too.
 *
 * @returns The parameters, of which oauth4webapi makes the token request.
 * @see https://www.rfc-editor.org/rfc/rfc6749.html#section-4.1.2
 * @see https://www.rfc-editor.org/rfc/rfc9207.html#section-2.4
 */
export function authorizationResponse(
  params: Params,
  { state }: Flow,
  provider: ReadyOAuthProvider,
  metadata: ServerMetadata,
): URLSearchParams {
  const received = new URLSearchParams()
  for (const name of Object.keys(params)) {
    const value = params[name]
    if (typeof value === 'string') received.set(name, value)
  }
  // Without a configured issuer, there is nothing that `iss` could be compared with.
  if (provider.issuer === undefined) received.delete('iss')
  try {
    const tokens = tokenParameter(received)
    if (tokens !== undefined)
      throw new Error(`\`${tokens}\` carries tokens, which only the token endpoint may return`)
    const issuer = responseIssuer(provider, metadata.issuer, received.get('iss'))
    const server = { ...serverOf(metadata), issuer }
    const validated = validateAuthResponse(server, clientOf(provider, 0), received, state)
    if (!validated.get('code')) throw new Error('response parameter "code" missing')
    return validated
  } catch (error) {
    if (error instanceof AuthorizationResponseError) throw errorResponse(error)
    throw new VisitorsRefusal(`The authorization response is invalid: ${messageOf(error)}.`)
  }
}

/** What to do about errors that come from how the client is registered at the provider. */
const advice: Readonly<Record<string, string>> = {
  unauthorized_client: 'Allow the client the authorization code flow at the provider.',
  redirect_uri_mismatch: 'Register the callback address of this application at the provider.',
}

function errorResponse({ error, error_description }: AuthorizationResponseError): VisitorsRefusal {
  const hint = Object.hasOwn(advice, error) ? ` (${advice[error]})` : ''
  return new VisitorsRefusal(providerError(error, error_description) + hint)
}
