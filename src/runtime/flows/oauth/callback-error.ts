import { AuthError, OAuthCallbackError, OAuthUnavailable } from '../../../errors.js'
import { asError } from '../../base/as-error.js'
import { FetchError } from '../../http/fetch.js'
import { ofVisitor } from '../../http/report.js'
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
  const message = `The sign-in with '${provider.id}' could not be completed: ${cause.err.message}`
  if (thrown instanceof ProviderTrouble) return new OAuthUnavailable(message, { cause })
  const error = new OAuthCallbackError(message, { cause })
  return thrown instanceof VisitorsRefusal ? ofVisitor(error) : error
}

/** Why a sign-in came to nothing, where a visitor can make that happen: they bring the answer and may have written it. */
export class VisitorsRefusal extends Error {}

/** Why a sign-in came to nothing, where the provider is not well and may be soon. */
class ProviderTrouble extends Error {}

/** Why an answer of the provider is of no use, by its status. @see https://www.rfc-editor.org/rfc/rfc9110.html#section-15.6 */
export function badStatus(what: string, status: number): Error {
  const message = `${what} answered with ${status}.`
  return status >= 500 || status === 429 ? new ProviderTrouble(message) : new Error(message)
}

/**
 * The message of an error that a library threw, with names quoted as in our own. The error itself is not kept as a cause: it holds the tokens and claims that it
 * complains about, and a cause reaches the log.
 */
export function messageOf(error: unknown): string {
  return asError(error)
    .message.replace(/"([\w.]+)"/g, '`$1`')
    .replace(/\.$/, '')
}

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
