import { type Params, textParam } from '../../request/params.js'
import { providerError, VisitorsRefusal } from './callback-error.js'
import type { Flow } from './flow-cookies.js'
import type { ServerMetadata } from './metadata.js'
import type { ReadyOAuthProvider } from './oauth-provider.js'

/**
 * The code that a provider sent somebody back with. Throws for an error, for an answer of another provider or to another
 * request, and for one to a request that is never made.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749.html#section-4.1.2
 * @see https://www.rfc-editor.org/rfc/rfc9207.html#section-2.4
 */
export function authorizationCode(
  params: Params,
  flow: Flow,
  { issuer }: ReadyOAuthProvider,
  metadata: ServerMetadata,
): string {
  if (params['response'] !== undefined) refuse('an answer inside a token, which nobody asked for')
  // It can be checked only where the issuer is known.
  if (issuer !== undefined) {
    const iss = textParam(params, 'iss')
    if (iss === undefined && metadata.authorization_response_iss_parameter_supported === true)
      refuse('no `iss`, which it announces')
    if (iss !== undefined && iss !== metadata.issuer) refuse('the `iss` of another issuer')
  }
  if (textParam(params, 'state') !== flow.state) refuse('the `state` of another request')
  const error = textParam(params, 'error')
  if (error !== undefined) throw refusal(error, textParam(params, 'error_description'))
  if (params['id_token'] !== undefined || params['token'] !== undefined)
    refuse('tokens, which nobody asked for')
  return textParam(params, 'code') ?? refuse('no `code`')
}

/** What to do about those errors that come of how the application is registered at the provider. */
const advice: Readonly<Record<string, string>> = {
  unauthorized_client: 'Allow the client the authorization code flow at the provider.',
  redirect_uri_mismatch: 'Register the callback address of this application at the provider.',
}

function refusal(error: string, description: string | undefined): VisitorsRefusal {
  const hint = Object.hasOwn(advice, error) ? ` (${advice[error]})` : ''
  return new VisitorsRefusal(providerError(error, description) + hint)
}

function refuse(what: string): never {
  throw new VisitorsRefusal(`The provider sent the browser back with ${what}.`)
}
