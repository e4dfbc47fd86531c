import { AuthError, OAuthCallbackError, OAuthUnavailable } from '../../../errors.js'
import { asError } from '../../as-error.js'
import { FetchError } from '../../outgoing/fetch-error.js'
import { ofVisitor } from '../../response/of-visitor.js'
import type { ReadyOAuthProvider } from './oauth-provider.js'

/** Longest text of a provider's error that is kept, in characters. */
const MAX_TEXT = 200

/** Why a sign-in could not be completed, fit for the log. */
export function callbackError(provider: ReadyOAuthProvider, thrown: unknown): AuthError {
  if (thrown instanceof AuthError) return thrown
  if (thrown instanceof FetchError && (thrown.reason === 'network' || thrown.reason === 'timeout')) {
    return new OAuthUnavailable(`The provider '${provider.id}' did not answer.`, { cause: thrown })
  }
  const cause = { err: asError(thrown), provider: provider.id }
  const what = `The sign-in with '${provider.id}' could not be completed`
  if (!(thrown instanceof VisitorsRefusal)) return new OAuthCallbackError(`${what}.`, { cause })
  return ofVisitor(new OAuthCallbackError(`${what}: ${thrown.message}`, { cause }))
}

/** Why a sign-in came to nothing, where a visitor can make that happen: they bring the answer and may have written it. */
export class VisitorsRefusal extends Error {}

/** What to do about those errors that come of how the application is registered at the provider. */
const advice: Readonly<Record<string, string>> = {
  invalid_client: 'Check the client id and the client secret.',
  unauthorized_client: 'Allow the client the authorization code flow at the provider.',
  redirect_uri_mismatch: 'Register the callback address of this application at the provider.',
  // What GitHub says for the first of them.
  incorrect_client_credentials: 'Check the client id and the client secret.',
}

/** What a provider says went wrong, in short, and what to do. @see https://www.rfc-editor.org/rfc/rfc6749.html#section-5.2 */
export function providerError(code: unknown, description: unknown): string {
  const said = [code, description].filter((text) => typeof text === 'string').map(printable)
  const hint = typeof code === 'string' && Object.hasOwn(advice, code) ? ` (${advice[code]})` : ''
  return `The provider answered with an error: ${said.join(': ')}${hint}`
}

/** Text from a provider, short and on one line. */
export function printable(text: string): string {
  const line = text.slice(0, MAX_TEXT).replace(/\p{C}+/gu, ' ')
  return text.length > MAX_TEXT ? `${line}…` : line
}
