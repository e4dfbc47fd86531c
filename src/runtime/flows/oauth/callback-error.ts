import { AuthError, OAuthCallbackError, OAuthUnavailable } from '../../../errors.js'
import { asError } from '../../as-error.js'
import { FetchError } from '../../outgoing/fetch-error.js'
import type { ReadyOAuthProvider } from './oauth-provider.js'

/** Longest text of a provider's error that is kept, in characters. */
const MAX_TEXT = 200

/** Why a sign-in could not be completed, fit for the log. */
export function callbackError(provider: ReadyOAuthProvider, thrown: unknown): AuthError {
  if (thrown instanceof AuthError) return thrown
  if (thrown instanceof FetchError && (thrown.reason === 'network' || thrown.reason === 'timeout')) {
    return new OAuthUnavailable(`The provider '${provider.id}' did not answer.`, { cause: thrown })
  }
  return new OAuthCallbackError(`The sign-in with '${provider.id}' could not be completed.`, {
    cause: { err: withoutData(asError(thrown)), provider: provider.id },
  })
}

/**
 * An error of one of the libraries with its message alone: what is attached to it are claims, tokens
 * and whole responses, which a log must not show.
 */
export function withoutData(error: Error): Error {
  const { code } = error as { code?: unknown }
  if (typeof code !== 'string' || !/^(?:OAUTH_|ERR_J)/.test(code)) return error
  const plain = new Error(messageOf(error))
  plain.name = error.name
  return plain
}

/** A provider's own error code and description tell more than that there was an error. */
function messageOf(error: Error): string {
  const { error: code, error_description: description } = error as {
    error?: unknown
    error_description?: unknown
  }
  return code === undefined ? error.message : providerError(code, description)
}

/** What a provider says went wrong, in one short line. @see https://www.rfc-editor.org/rfc/rfc6749.html#section-5.2 */
export function providerError(code: unknown, description: unknown): string {
  const said = [code, description].filter((text) => typeof text === 'string').map(printable)
  return `The provider answered with an error: ${said.join(': ')}`
}

/** Text from a provider, short and on one line. */
export function printable(text: string): string {
  const line = text.slice(0, MAX_TEXT).replace(/\p{C}+/gu, ' ')
  return text.length > MAX_TEXT ? `${line}…` : line
}
