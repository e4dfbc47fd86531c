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
  const error = new OAuthCallbackError(
    `The sign-in with '${provider.id}' could not be completed: ${cause.err.message}`,
    { cause },
  )
  return thrown instanceof VisitorsRefusal ? ofVisitor(error) : error
}

/** Why a sign-in came to nothing, where a visitor can make that happen: they bring the answer and may have written it. */
export class VisitorsRefusal extends Error {}

/** What a provider says went wrong, in short. @see https://www.rfc-editor.org/rfc/rfc6749.html#section-5.2 */
export function providerError(code: unknown, description: unknown): string {
  const said = [code, description].filter((text) => typeof text === 'string').map(printable)
  return `The provider answered with an error: ${said.join(': ')}`
}

/** Text from a provider, short and on one line. */
export function printable(text: string): string {
  const line = text.slice(0, MAX_TEXT).replace(/\p{C}+/gu, ' ')
  return text.length > MAX_TEXT ? `${line}…` : line
}
