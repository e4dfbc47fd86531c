import {
  AuthError,
  CallbackRouteError,
  InvalidCheck,
  InvalidRequest,
  OAuthCallbackError,
  OAuthProfileParseError,
  OAuthUnavailable,
} from '../../../errors.js'
import { providerVariable } from '../../../providers/kinds/provider-variable.js'
import { asError } from '../../core/base/as-error.js'
import { membersOf } from '../../core/base/members-of.js'
import { printable } from '../../core/base/printable.js'
import { withoutSecrets } from '../../core/config/logger.js'
import { markClientError, UserAgentError } from '../../core/http/error-report.js'
import { FetchError } from '../../core/http/fetch.js'
import { authMethodOf, isSigned, secretKeyParts } from './client-credentials.js'
import type { ReadyOAuthProvider } from './provider.js'
import { grantErrors, RefreshTokenRejected, rejectsRefreshToken } from './refresh-rejection.js'

/** The provider does not know the requested resource, or does not grant it. */
export class InvalidTarget extends Error {}

/** The refreshed tokens belong to another user. */
export class SubjectMismatch extends Error {}

/** The token endpoint rejected the request, for example because of a wrong code. */
class GrantRejected extends Error {}

/** A temporary failure of the provider. */
class ProviderFailure extends Error {}

/**
 * Only a change of the client's configuration or registration fixes this error. A browser cannot cause it,
 * unless the provider also returns it for an invalid code.
 */
class ClientRegistrationError extends Error {
  readonly problem: ClientProblem

  constructor(problem: ClientProblem, message: string) {
    super(message)
    this.problem = problem
  }
}

type ClientProblem = 'client' | 'grant' | 'redirectUri'

/**
 * Error codes of the standard and of GitHub.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749.html#section-5.2
 */
const clientProblems: ReadonlyMap<string, ClientProblem> = new Map([
  ['invalid_client', 'client'],
  ['incorrect_client_credentials', 'client'],
  ['unauthorized_client', 'grant'],
  ['unsupported_grant_type', 'grant'],
  ['redirect_uri_mismatch', 'redirectUri'],
])

/**
 * Errors that are not in the standard, for example from Meta, Slack and Dropbox. The pattern matches codes
 * and descriptions.
 */
const CLIENT_PROBLEM = /(?:invalid|bad|missing|validating)[ _]client[ _](?:id|secret)/i

export function callbackError(provider: ReadyOAuthProvider, thrown: unknown): AuthError {
  if (thrown instanceof AuthError) return thrown
  if (thrown instanceof FetchError && (thrown.reason === 'network' || thrown.reason === 'timeout')) {
    return new OAuthUnavailable(`The provider '${provider.id}' did not respond.`, { cause: thrown })
  }
  const cause = { err: asError(thrown), provider: provider.id }
  const message = `The sign-in with '${provider.id}' could not be completed: ${cause.err.message}`
  if (thrown instanceof ProviderFailure) return new OAuthUnavailable(message, { cause })
  const error = new OAuthCallbackError(message, { cause })
  return thrown instanceof UserAgentError ? markClientError(error) : error
}

/** Whether any browser can cause the error, any number of times. */
export function isCausedByBrowser(error: unknown): boolean {
  if (error instanceof InvalidCheck || error instanceof InvalidRequest) return true
  const reason = error instanceof AuthError ? error.cause?.err : undefined
  return reason instanceof UserAgentError || reason instanceof GrantRejected
}

export function tokenRequestError(
  provider: ReadyOAuthProvider,
  thrown: unknown,
  redirectUri: string,
): AuthError {
  if (!(thrown instanceof ClientRegistrationError)) return callbackError(provider, thrown)
  const advice = {
    client: `check ${credentialsOf(provider)}`,
    // Some providers also return such an error for an unknown client id.
    grant: `allow the authorization code flow for the client at the provider, and check ${credentialsOf(provider)}`,
    redirectUri: `register ${redirectUri} as its callback URL at the provider`,
  }
  return new CallbackRouteError(
    `The provider '${provider.id}' refused this application as its client: ${advice[thrown.problem]}. ${thrown.message}`,
    { cause: { err: thrown, provider: provider.id } },
  )
}

function credentialsOf(provider: ReadyOAuthProvider): string {
  const { id } = provider
  const clientId = `${providerVariable(id, 'ID')} or \`clientId\``
  const method = authMethodOf(provider)
  if (isSigned(provider) && method.startsWith('client_secret')) {
    const parts = secretKeyParts.map(([, variable]) => providerVariable(id, variable))
    return `${clientId}, and ${parts.join(', ')}, or \`teamId\`, \`keyId\` and \`privateKey\``
  }
  const secret = `${providerVariable(id, 'SECRET')} or \`clientSecret\``
  const keys = method === 'none' ? [] : [method === 'private_key_jwt' ? '`token.clientPrivateKey`' : secret]
  return [clientId, ...keys, `and that the client is registered for \`${method}\``].join(', ')
}

/**
 * Returns the error for a response of the token endpoint. `members` is empty if the body is not a JSON
 * object.
 */
export function tokenErrorResponse(
  status: number,
  members: Readonly<Record<string, unknown>>,
  grant: 'code' | 'refresh',
): Error {
  const { error: code, error_description } = members
  const error = isErrorCode(code)
    ? namedError(status, code, error_description)
    : unnamedError(status, members)
  const isRejected =
    grant === 'refresh' && !(error instanceof InvalidTarget) && rejectsRefreshToken(status, members)
  return isRejected ? new RefreshTokenRejected(error.message) : error
}

export function isErrorCode(error: unknown): error is string {
  return typeof error === 'string' && error !== ''
}

function unnamedError(status: number, members: Readonly<Record<string, unknown>>): Error {
  const failure = badStatus('The token endpoint', status)
  if (failure instanceof ProviderFailure) return failure
  const description = descriptionOf(members)
  const message = description
    ? `${failure.message} ${providerError(undefined, description)}`
    : failure.message
  return status === 401 || CLIENT_PROBLEM.test(message)
    ? new ClientRegistrationError('client', message)
    : new GrantRejected(message)
}

/**
 * Returns the description of an error without standard members, as Facebook, Instagram, Twitch and Strava
 * send it.
 */
function descriptionOf({ error, error_message, message }: Readonly<Record<string, unknown>>): unknown {
  return [membersOf(error)['message'], error_message, message].find((text) => typeof text === 'string')
}

function namedError(status: number, code: string, description: unknown): Error {
  const message = providerError(code, description)
  // The standard has no error code for a wrong callback URL, so it is recognized by the description. Many
  // providers use one description for everything that may be wrong with a grant. A description that also
  // mentions the code or the grant does not count.
  const isAboutRedirectUri =
    code === 'invalid_grant' &&
    /redirect[ _-]?ur[il]/i.test(String(description)) &&
    !/code|grant|expired/i.test(String(description))
  const isAboutClient = !grantErrors.includes(code) && CLIENT_PROBLEM.test(message)
  const problem = isAboutRedirectUri
    ? 'redirectUri'
    : (clientProblems.get(code) ?? (isAboutClient && 'client'))
  if (problem) return new ClientRegistrationError(problem, message)
  if (code === 'invalid_target') return new InvalidTarget(message)
  if (grantErrors.includes(code)) return new UserAgentError(message)
  return isFailure(status) ? new ProviderFailure(message) : new GrantRejected(message)
}

/** @see https://www.rfc-editor.org/rfc/rfc9110.html#section-15.6 */
export function badStatus(endpoint: string, status: number): Error {
  const message = `${endpoint} responded with ${status}.`
  return isFailure(status) ? new ProviderFailure(message) : new Error(message)
}

function isFailure(status: number): boolean {
  return status >= 500 || status === 429
}

/**
 * Returns the message of an error of oauth4webapi. Do not pass the error as `cause`: causes are logged, and
 * the error may contain tokens and claims.
 */
export function messageOf(error: unknown): string {
  const { message } = asError(error)
  return message.replace(/"([\w.]+)"/g, '`$1`').replace(/\.$/, '')
}

/** @see https://www.rfc-editor.org/rfc/rfc6749.html#section-5.2 */
export function providerError(code: unknown, description: unknown): string {
  const parts = [code, description].filter((part) => typeof part === 'string').map(printable)
  return `The provider returned an error: ${parts.join(': ')}`
}

/** Returns the error for a function of the provider that threw. Secrets in `values` are removed from it. */
export function functionThrew(
  name: 'account' | 'profile' | 'verifiedEmail',
  { id }: ReadyOAuthProvider,
  thrown: unknown,
  values: readonly unknown[],
): OAuthProfileParseError {
  return new OAuthProfileParseError(`${name}() of the provider '${id}' threw.`, {
    cause: withoutSecrets(thrown, values),
  })
}
