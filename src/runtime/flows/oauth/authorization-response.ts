import { AuthorizationResponseError, validateAuthResponse } from 'oauth4webapi'
import { InvalidCheck, InvalidRequest } from '../../../errors.js'
import { type Params, readParams, textParam } from '../../http/params.js'
import { withQuery } from '../../http/redirects.js'
import type { OAuthCall } from './capabilities.js'
import { clientOf } from './client.js'
import { ClientsRefusal, messageOf, providerError } from './errors.js'
import type { Flow } from './flow-cookies.js'
import { tokenParameter } from './id-token-checks.js'
import { type ReadyOAuthProvider, type ServerMetadata, serverOf } from './provider.js'
import { ownCallback } from './redirect-uri.js'
import { responseIssuer } from './token-issuer.js'

/* The authorization response: the form that it may be posted in, and whether it is valid. */

/** Seconds within which the user agent follows the redirect that a form post is kept in. */
const FORM_POST_AGE = 60

/** The longest form post, in characters. Sealed, it is a third longer, and servers take 16,384 bytes of headers, the URL included. */
const MAX_FORM_POST = 9_500

/** The query parameter that a form post is kept in. */
const FORM_POST = 'answer'

/**
 * The URL to which the user agent that posted an authorization response is redirected. The form post is a cross-site request, with
 * which a user agent sends neither the cookie of the flow nor that of the session. The response is therefore sealed into a URL of this
 * site: with the request for it, the user agent sends both. Throws `InvalidRequest` for a form post that does not fit into a URL.
 */
export async function keepFormPost(call: OAuthCall): Promise<string> {
  const { provider, instance, exchange } = call
  const answer = searchParamsOf(exchange.body).toString()
  if (answer.length > MAX_FORM_POST)
    throw new InvalidRequest(
      `The authorization response has more than ${MAX_FORM_POST} characters, and is sealed into a URL.`,
    )
  const sealed = await instance.answers.seal({ provider: provider.id, answer }, FORM_POST_AGE)
  return withQuery(ownCallback(call), { [FORM_POST]: sealed })
}

/** The authorization response in the URL of a redirect. Throws `InvalidCheck` if there is none. */
export async function keptFormPost({ provider, instance, exchange }: OAuthCall): Promise<Params> {
  const sealed = textParam(exchange.query, FORM_POST)
  const { provider: id, answer } = (sealed !== undefined && (await instance.answers.open(sealed))) || {}
  if (typeof answer === 'string' && id === provider.id) return readParams(new URLSearchParams(answer))
  throw new InvalidCheck(
    'The provider posts its authorization responses, and this request contains none. Start the sign-in again.',
  )
}

function searchParamsOf(params: Params): URLSearchParams {
  const texts = Object.entries(params).filter(
    (param): param is [string, string] => typeof param[1] === 'string',
  )
  return new URLSearchParams(texts)
}

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
  const received = searchParamsOf(params)
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
    if (!(error instanceof AuthorizationResponseError))
      throw new ClientsRefusal(`The authorization response is invalid: ${messageOf(error)}.`)
    const hint = Object.hasOwn(advice, error.error) ? ` (${advice[error.error]})` : ''
    throw new ClientsRefusal(providerError(error.error, error.error_description) + hint)
  }
}

/** What to do about errors that come from how the client is registered at the provider. */
const advice: Readonly<Record<string, string>> = {
  unauthorized_client: 'Allow the client the authorization code flow at the provider.',
  redirect_uri_mismatch: 'Register the callback address of this application at the provider.',
}
