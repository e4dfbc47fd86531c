/**
 * The errors of Authwright. Each has a `type`, which names it in logs and, for the few that the
 * person signing in may know about, in the `error` query parameter of the page they are sent to.
 */

/** Names an error in logs and in the `error` query parameter. */
export type ErrorType =
  | 'AccessDenied'
  | 'AccountNotLinked'
  | 'AdapterError'
  | 'AuthError'
  | 'CallbackRouteError'
  | 'CredentialsSignin'
  | 'DuplicateConditionalUI'
  | 'EmailSignInError'
  | 'ErrorPageLoop'
  | 'EventError'
  | 'ExperimentalFeatureNotEnabled'
  | 'InvalidCallbackUrl'
  | 'InvalidCheck'
  | 'InvalidCode'
  | 'InvalidEmailAddress'
  | 'InvalidEndpoints'
  | 'InvalidProvider'
  | 'InvalidRequest'
  | 'JWTSessionError'
  | 'MissingAdapter'
  | 'MissingAdapterMethods'
  | 'MissingAuthorize'
  | 'MissingCSRF'
  | 'MissingSecret'
  | 'MissingWebAuthnAutocomplete'
  | 'OAuthAccountNotLinked'
  | 'OAuthCallbackError'
  | 'OAuthProfileParseError'
  | 'OAuthSignInError'
  | 'OAuthUnavailable'
  | 'RateLimited'
  | 'ReauthenticationRequired'
  | 'SessionTokenError'
  | 'SignOutError'
  | 'StoreError'
  | 'TokensUnavailable'
  | 'UnknownAction'
  | 'UnsupportedStrategy'
  | 'UntrustedHost'
  | 'Verification'
  | 'WebAuthnVerificationError'

/** Which page shows an error: the error page, or the sign-in page, where one can try again. */
export type ErrorKind = 'error' | 'signIn'

/** The HTTP status of a response that shows an error. */
export type ErrorStatus = 400 | 403 | 404 | 413 | 421 | 429 | 500 | 503

/** How a route responds to a request that failed. */
export type ErrorResponse =
  /** A redirect to the page that `kind` names, or a page with status 503 where a database or a store has not responded. */
  | 'redirect'
  /** A redirect to the page that `kind` names, whatever the cause. */
  | 'errorPage'
  /** The sign-in page, with the status of the error. */
  | 'signInPage'
  /** A page that says what to do, with the status of the error. Scripts receive a URL. */
  | 'page'
  /** The same. Scripts receive the message. */
  | 'message'

/** Details of an error, for logs. `err` is the error that caused it. */
export interface AuthErrorCause extends Record<string, unknown> {
  err?: Error
}

/** The second argument of every error's constructor. */
export interface AuthErrorOptions {
  cause?: AuthErrorCause | Error
}

/**
 * The base of every error that Authwright throws.
 *
 * @example
 * ```ts
 * import { AuthError } from 'authwright/errors'
 *
 * export function explain(error: unknown): string {
 *   return error instanceof AuthError ? error.type : 'something else'
 * }
 * ```
 */
export class AuthError extends Error {
  static readonly type: ErrorType = 'AuthError'
  static readonly kind: ErrorKind = 'error'
  /** The HTTP status of a response that shows the error. Default: 500. */
  static readonly status: ErrorStatus = 500
  /** How a route responds to a request that failed with the error. Default: `'redirect'`. */
  static readonly response: ErrorResponse = 'redirect'

  override name: string
  override readonly cause?: AuthErrorCause
  readonly type: ErrorType
  readonly kind: ErrorKind
  /** The id that the error page shows as its reference, once the error was logged as the response to a request. */
  declare readonly reference?: string

  /**
   * @param message - A sentence for the log, or the error that caused this one.
   * @param options - `cause`: details for the log, or the error that caused this one.
   */
  constructor(message?: string | Error | AuthErrorOptions, options?: AuthErrorOptions) {
    const cause = causeOf(
      message instanceof Error ? message : (options ?? optionsOf(message))?.cause,
      message,
    )
    super(textOf(message, cause))
    const { name, type, kind } = new.target
    // A minifier renames classes, and leaves types as they are. A subclass without a type is the application's.
    this.name = Object.hasOwn(new.target, 'type') ? type : name
    this.type = type
    this.kind = kind
    if (cause) this.cause = cause
  }
}

function optionsOf(message: string | Error | AuthErrorOptions | undefined): AuthErrorOptions | undefined {
  return typeof message === 'object' && !(message instanceof Error) ? message : undefined
}

function causeOf(cause: AuthErrorCause | Error | undefined, message: unknown): AuthErrorCause | undefined {
  if (cause instanceof Error) return { err: cause }
  if (cause) return cause
  return message instanceof Error ? { err: message } : undefined
}

function textOf(
  message: string | Error | AuthErrorOptions | undefined,
  cause: AuthErrorCause | undefined,
): string {
  if (typeof message === 'string') return message
  return cause?.err?.message ?? ''
}

/** The base of the errors that the sign-in page shows, because the person can try again there. */
export class SignInError extends AuthError {
  static override readonly kind: ErrorKind = 'signIn'
  static override readonly status: ErrorStatus = 400
}

/** The `signIn` callback returned `false` or threw. */
export class AccessDenied extends AuthError {
  static override readonly type: ErrorType = 'AccessDenied'
  static override readonly status: ErrorStatus = 403
}

/** A passkey or e-mail address belongs to another user. */
export class AccountNotLinked extends SignInError {
  static override readonly type: ErrorType = 'AccountNotLinked'
}

/** A method of the adapter threw. */
export class AdapterError extends AuthError {
  static override readonly type: ErrorType = 'AdapterError'
  static override readonly status: ErrorStatus = 503
  static override readonly response: ErrorResponse = 'page'
}

/** A callback request failed for a reason that is not the user's. */
export class CallbackRouteError extends AuthError {
  static override readonly type: ErrorType = 'CallbackRouteError'
}

/**
 * `authorize` rejected the credentials. Throw it, or a subclass with another `code`, from
 * `authorize`; the code reaches the sign-in page in the URL, so it must not say which field was wrong.
 *
 * @example
 * ```ts
 * import { CredentialsSignin } from 'authwright/errors'
 *
 * export class TooManyAttempts extends CredentialsSignin {
 *   override code = 'too_many_attempts'
 * }
 * ```
 */
export class CredentialsSignin extends SignInError {
  static override readonly type: ErrorType = 'CredentialsSignin'
  code: string = 'credentials'
}

/** Two WebAuthn providers request conditional UI. */
export class DuplicateConditionalUI extends AuthError {
  static override readonly type: ErrorType = 'DuplicateConditionalUI'
}

/** The e-mail with a sign-in link could not be sent. */
export class EmailSignInError extends SignInError {
  static override readonly type: ErrorType = 'EmailSignInError'
}

/** The submitted value is not exactly one e-mail address. No mail was sent. */
export class InvalidEmailAddress extends EmailSignInError {
  static override readonly type: ErrorType = 'InvalidEmailAddress'
  static override readonly response: ErrorResponse = 'signInPage'
}

/** The code of a sign-in mail is wrong, or there were too many guesses at it. */
export class InvalidCode extends SignInError {
  static override readonly type: ErrorType = 'InvalidCode'
}

/** The error page itself led to an error. */
export class ErrorPageLoop extends AuthError {
  static override readonly type: ErrorType = 'ErrorPageLoop'
}

/** A listener of `events` threw. It is logged; the sign-in goes on. */
export class EventError extends AuthError {
  static override readonly type: ErrorType = 'EventError'
}

/** A feature under `experimental` is used without being switched on. */
export class ExperimentalFeatureNotEnabled extends AuthError {
  static override readonly type: ErrorType = 'ExperimentalFeatureNotEnabled'
}

/** A redirect target is not one that the application allows. */
export class InvalidCallbackUrl extends AuthError {
  static override readonly type: ErrorType = 'InvalidCallbackUrl'
}

/** State, nonce or PKCE of a sign-in flow are missing, spent, expired or of another flow. */
export class InvalidCheck extends SignInError {
  static override readonly type: ErrorType = 'InvalidCheck'
}

/** An OAuth provider names neither an issuer nor all of its endpoints. */
export class InvalidEndpoints extends AuthError {
  static override readonly type: ErrorType = 'InvalidEndpoints'
}

/** A request names a provider that is not configured, or one that has no such step. */
export class InvalidProvider extends AuthError {
  static override readonly type: ErrorType = 'InvalidProvider'
}

/** A request is malformed: too large, duplicate parameters, an unreadable body. */
export class InvalidRequest extends AuthError {
  static override readonly type: ErrorType = 'InvalidRequest'
  static override readonly status: ErrorStatus = 400
  static override readonly response: ErrorResponse = 'message'
}

/** A session token could not be made from what `callbacks.jwt` returned. */
export class JWTSessionError extends AuthError {
  static override readonly type: ErrorType = 'JWTSessionError'
}

/** A provider or the session strategy needs an adapter. */
export class MissingAdapter extends AuthError {
  static override readonly type: ErrorType = 'MissingAdapter'
}

/** The adapter lacks methods that the configuration needs. */
export class MissingAdapterMethods extends AuthError {
  static override readonly type: ErrorType = 'MissingAdapterMethods'
}

/** A credentials provider has no `authorize`. */
export class MissingAuthorize extends AuthError {
  static override readonly type: ErrorType = 'MissingAuthorize'
}

/** A request that changes something has no valid CSRF token, or another site sent it. */
export class MissingCSRF extends SignInError {
  static override readonly type: ErrorType = 'MissingCSRF'
  static override readonly status: ErrorStatus = 403
  static override readonly response: ErrorResponse = 'page'
}

/** No secret is configured. */
export class MissingSecret extends AuthError {
  static override readonly type: ErrorType = 'MissingSecret'
}

// By its name in the documentation of Auth.js.
export { MissingSecret as MissingSecretError }

/** No form field of a WebAuthn provider with conditional UI has `autocomplete="… webauthn"`. */
export class MissingWebAuthnAutocomplete extends AuthError {
  static override readonly type: ErrorType = 'MissingWebAuthnAutocomplete'
}

/** The e-mail address of this account belongs to a user who signs in another way. */
export class OAuthAccountNotLinked extends SignInError {
  static override readonly type: ErrorType = 'OAuthAccountNotLinked'
}

/** The provider returned an error to the authorization request, or the user declined. */
export class OAuthCallbackError extends SignInError {
  static override readonly type: ErrorType = 'OAuthCallbackError'
}

/** `profile()` threw, or returned no usable `id`. */
export class OAuthProfileParseError extends AuthError {
  static override readonly type: ErrorType = 'OAuthProfileParseError'
}

/** The sign-in at a provider could not be started. */
export class OAuthSignInError extends SignInError {
  static override readonly type: ErrorType = 'OAuthSignInError'
}

/** A database session that has ended could not be deleted. Logged only. */
export class SessionTokenError extends AuthError {
  static override readonly type: ErrorType = 'SessionTokenError'
}

/** The provider did not respond while a sign-in was being completed. */
export class OAuthUnavailable extends OAuthCallbackError {
  static override readonly type: ErrorType = 'OAuthUnavailable'
}

/** The session could not be ended. */
export class SignOutError extends AuthError {
  static override readonly type: ErrorType = 'SignOutError'
  static override readonly status: ErrorStatus = 400
  static override readonly response: ErrorResponse = 'errorPage'
}

/** A limit on attempts that was reached. */
export interface ReachedLimit {
  /** Its name among the option `limits`, such as `'account'`. */
  readonly name: string
  /** The most attempts within its window. */
  readonly max: number
  /** Seconds. */
  readonly window: number
  /** Whole seconds after which attempts are let through again. */
  readonly retryAfter: number
}

/** There were too many attempts to sign in. Nothing was checked. An `authorize` that limits by itself may throw it, too. */
export class RateLimited extends SignInError {
  static override readonly type: ErrorType = 'RateLimited'
  static override readonly status: ErrorStatus = 429
  static override readonly response: ErrorResponse = 'signInPage'
  readonly limit: ReachedLimit

  /** @param limit - Default: one that is named `attempts` and ends after a minute. */
  constructor(limit: ReachedLimit = { name: 'attempts', max: 1, window: 60, retryAfter: 60 }) {
    const { name, max, window, retryAfter } = limit
    super(
      `The limit '${name}' of ${max} attempts in ${window} seconds is reached, for ${retryAfter} seconds more. ` +
        'The option `limits` changes it.',
    )
    this.limit = { name, max, window, retryAfter }
  }
}

/** What the user wants needs a recent sign-in, and theirs is older. They can sign in again, and come back. */
export class ReauthenticationRequired extends SignInError {
  static override readonly type: ErrorType = 'ReauthenticationRequired'
  static override readonly status: ErrorStatus = 403
  static override readonly response: ErrorResponse = 'signInPage'
}

/** A method of the store threw, or did not respond in time. */
export class StoreError extends AuthError {
  static override readonly type: ErrorType = 'StoreError'
  static override readonly status: ErrorStatus = 503
  static override readonly response: ErrorResponse = 'page'
}

/** Why there are no tokens of a provider. */
export type NoTokensReason =
  /** No user is signed in. */
  | 'signedOut'
  /** The user has no account of the provider. */
  | 'notLinked'
  /** The user must sign in with the provider again: the grant is revoked or expired, or there is no refresh token. */
  | 'reauthenticate'
  /** The provider, or the place where tokens are stored, does not respond. Retry later. */
  | 'unavailable'
  /** The user has not granted all of `scopes`. */
  | 'consent'

/** `auth.fetch` has no access token to send. */
export class TokensUnavailable extends AuthError {
  static override readonly type: ErrorType = 'TokensUnavailable'
  /** As `auth.tokens` says it. */
  readonly reason: NoTokensReason

  constructor(reason: NoTokensReason, message: string, options?: AuthErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/** The path names no action, or not one for this method. */
export class UnknownAction extends AuthError {
  static override readonly type: ErrorType = 'UnknownAction'
  static override readonly status: ErrorStatus = 404
}

/** The session strategy fits neither the configuration nor the platform. */
export class UnsupportedStrategy extends AuthError {
  static override readonly type: ErrorType = 'UnsupportedStrategy'
}

/** The request's host is not one that the configuration trusts. */
export class UntrustedHost extends AuthError {
  static override readonly type: ErrorType = 'UntrustedHost'
  static override readonly status: ErrorStatus = 421
  static override readonly response: ErrorResponse = 'message'
}

/** A sign-in link is unknown, used or expired. */
export class Verification extends AuthError {
  static override readonly type: ErrorType = 'Verification'
  static override readonly status: ErrorStatus = 403
}

/** The browser's response to a WebAuthn challenge could not be verified. */
export class WebAuthnVerificationError extends SignInError {
  static override readonly type: ErrorType = 'WebAuthnVerificationError'
  /** Gives the sign-in page a reason, in the URL. */
  readonly code: 'unknown_credential' | undefined = undefined
}

/**
 * The authenticator is not registered. By its `code`, a page can have the browser stop offering that passkey.
 *
 * @see https://www.w3.org/TR/webauthn-3/#sctn-signalUnknownCredential
 */
export class UnknownCredential extends WebAuthnVerificationError {
  override readonly code = 'unknown_credential'
}

const clientTypes: ReadonlySet<ErrorType> = new Set<ErrorType>([
  'AccessDenied',
  'AccountNotLinked',
  'CredentialsSignin',
  'EmailSignInError',
  'InvalidCheck',
  'InvalidCode',
  'InvalidEmailAddress',
  'MissingCSRF',
  'OAuthAccountNotLinked',
  'OAuthCallbackError',
  'OAuthSignInError',
  'OAuthUnavailable',
  'RateLimited',
  'ReauthenticationRequired',
  'SignOutError',
  'Verification',
  'WebAuthnVerificationError',
])

/** Whether the user may see the type of this error; every other error is `Configuration` to them. */
export function isClientError(error: unknown): error is AuthError {
  return error instanceof AuthError && clientTypes.has(error.type)
}
