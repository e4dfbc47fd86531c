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
  | 'ServerBusy'
  | 'SessionTokenError'
  | 'SignOutError'
  | 'StoreError'
  | 'TokensUnavailable'
  | 'UnknownAction'
  | 'UnsupportedStrategy'
  | 'UntrustedHost'
  | 'Verification'
  | 'WebAuthnVerificationError'

/** The page that shows an error: the error page, or the sign-in page if the user can try again. */
export type ErrorKind = 'error' | 'signIn'

/** The HTTP status of a response that shows an error. */
export type ErrorStatus = 400 | 403 | 404 | 413 | 421 | 429 | 500 | 503

/** The response of a route whose request failed. */
export type ErrorResponse =
  /** A redirect to the page of `kind`, or a page with status 503 if the database or the store failed. */
  | 'redirect'
  /** A redirect to the page of `kind`. */
  | 'errorPage'
  /**
   * The built-in sign-in page with the status of the error, or a redirect to the application's own page. A script receives the URL of the
   * page as JSON.
   */
  | 'signInPage'
  /** A page that says what to do, with the status of the error. A script receives the URL of the sign-in page as JSON. */
  | 'page'
  /** A page that says what to do, with the status of the error. A script receives the message. */
  | 'message'

/** Details of an error for logs. */
export interface AuthErrorCause extends Record<string, unknown> {
  err?: Error
}

/** Options of the constructors. */
export interface AuthErrorOptions {
  /** Details for the log, or the underlying error. */
  cause?: AuthErrorCause | Error
}

/**
 * Base class of the errors in `authwright/errors` and of `AuthConfigurationError`.
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
  /** Identifies the error, also after minification. */
  static readonly type: ErrorType = 'AuthError'
  /** The page that shows the error. */
  static readonly kind: ErrorKind = 'error'
  /** HTTP status of a response that shows the error. */
  static readonly status: ErrorStatus = 500
  /** The response of a route to a request that failed with the error. */
  static readonly response: ErrorResponse = 'redirect'

  /** The `type`, or the class name of a subclass without a type. */
  override name: string
  /** Details for the log. */
  override readonly cause?: AuthErrorCause
  /** Identifies the error, also after minification. */
  readonly type: ErrorType
  /** The page that shows the error. */
  readonly kind: ErrorKind
  /** The reference on the error page and in the log. */
  declare readonly reference?: string

  /** @param message - The message for the log, or the underlying error. */
  constructor(message?: string | Error | AuthErrorOptions, options?: AuthErrorOptions) {
    const cause = causeOf(message, options)
    super(textOf(message, cause))
    const { name, type, kind } = new.target
    // A minifier renames classes but not types.
    this.name = Object.hasOwn(new.target, 'type') ? type : name
    this.type = type
    this.kind = kind
    if (cause) this.cause = cause
  }
}

function causeOf(
  message: string | Error | AuthErrorOptions | undefined,
  options: AuthErrorOptions | undefined,
): AuthErrorCause | undefined {
  if (message instanceof Error) return { ...causeOf(undefined, options), err: message }
  const cause = (options ?? (typeof message === 'object' ? message : undefined))?.cause
  return cause instanceof Error ? { err: cause } : cause
}

function textOf(
  message: string | Error | AuthErrorOptions | undefined,
  cause: AuthErrorCause | undefined,
): string {
  if (typeof message === 'string') return message
  return cause?.err?.message ?? ''
}

/** Base class of the errors that the sign-in page shows. */
export class SignInError extends AuthError {
  static override readonly kind: ErrorKind = 'signIn'
  static override readonly status: ErrorStatus = 400
}

/** The sign-in or another action was refused, for example by `callbacks.signIn`. */
export class AccessDenied extends AuthError {
  static override readonly type: ErrorType = 'AccessDenied'
  static override readonly status: ErrorStatus = 403
}

/** The passkey or e-mail address belongs to another user, or the stored user was changed during the sign-in. */
export class AccountNotLinked extends SignInError {
  static override readonly type: ErrorType = 'AccountNotLinked'
}

/** The adapter or a function of `.users()` failed or timed out, or does not support an option or a value. */
export class AdapterError extends AuthError {
  static override readonly type: ErrorType = 'AdapterError'
  static override readonly status: ErrorStatus = 503
  static override readonly response: ErrorResponse = 'page'
}

/** A callback request failed for a reason that no other error class covers. */
export class CallbackRouteError extends AuthError {
  static override readonly type: ErrorType = 'CallbackRouteError'
}

/**
 * The credentials are wrong. `authorize` can throw this error, or a subclass with another `code`. The `code` must not say which field was
 * wrong.
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
  /** The type, also of subclasses. */
  static override readonly type: ErrorType = 'CredentialsSignin'
  /** The reason in the URL of the sign-in page. */
  code: string = 'credentials'
}

/** An e-mail with a link or a code could not be sent. */
export class EmailSignInError extends SignInError {
  static override readonly type: ErrorType = 'EmailSignInError'
}

/** The submitted value is not one e-mail address, or `normalizeIdentifier` refused it. */
export class InvalidEmailAddress extends EmailSignInError {
  static override readonly type: ErrorType = 'InvalidEmailAddress'
  static override readonly response: ErrorResponse = 'signInPage'
}

/** The code from a sign-in e-mail is wrong, or was guessed too often. */
export class InvalidCode extends SignInError {
  static override readonly type: ErrorType = 'InvalidCode'
}

/** A listener of `events` threw or timed out. Only logged. */
export class EventError extends AuthError {
  static override readonly type: ErrorType = 'EventError'
}

/** The cookie of the sign-in is missing or expired, was already used, or belongs to another sign-in. Or the user has signed out since. */
export class InvalidCheck extends SignInError {
  static override readonly type: ErrorType = 'InvalidCheck'
}

/** The issuer or an endpoint of an OAuth provider is missing or cannot be used. */
export class InvalidEndpoints extends AuthError {
  static override readonly type: ErrorType = 'InvalidEndpoints'
}

/** The provider is not configured, lacks an option, or does not support the action. */
export class InvalidProvider extends AuthError {
  static override readonly type: ErrorType = 'InvalidProvider'
}

/** A request or an argument is malformed. */
export class InvalidRequest extends AuthError {
  static override readonly type: ErrorType = 'InvalidRequest'
  static override readonly status: ErrorStatus = 400
  static override readonly response: ErrorResponse = 'message'
}

/** A session token could not be read, written or refreshed. */
export class JWTSessionError extends AuthError {
  static override readonly type: ErrorType = 'JWTSessionError'
}

/** The configuration needs an adapter. */
export class MissingAdapter extends AuthError {
  static override readonly type: ErrorType = 'MissingAdapter'
}

/** The configuration needs a method that the adapter does not implement. */
export class MissingAdapterMethods extends AuthError {
  static override readonly type: ErrorType = 'MissingAdapterMethods'
}

/** A request has no valid CSRF token, or was sent by another site. */
export class MissingCSRF extends SignInError {
  static override readonly type: ErrorType = 'MissingCSRF'
  static override readonly status: ErrorStatus = 403
  static override readonly response: ErrorResponse = 'page'
}

/** No secret is configured, or a secret is too short for production. */
export class MissingSecret extends AuthError {
  static override readonly type: ErrorType = 'MissingSecret'
}

export { MissingSecret as MissingSecretError }

/** The e-mail address belongs to a user who signs in another way, or another user has linked the account. */
export class OAuthAccountNotLinked extends SignInError {
  static override readonly type: ErrorType = 'OAuthAccountNotLinked'
}

/** The user cancelled, or the provider responded with an error or an invalid response. */
export class OAuthCallbackError extends SignInError {
  static override readonly type: ErrorType = 'OAuthCallbackError'
}

/** `profile()`, `verifiedEmail()` or `account()` of the provider threw, or `profile()` returned no valid `id`. */
export class OAuthProfileParseError extends AuthError {
  static override readonly type: ErrorType = 'OAuthProfileParseError'
}

/** The sign-in with a provider could not be started. */
export class OAuthSignInError extends SignInError {
  static override readonly type: ErrorType = 'OAuthSignInError'
}

/** `generateSessionToken` returned an invalid token, or a database session that has ended could not be deleted. */
export class SessionTokenError extends AuthError {
  static override readonly type: ErrorType = 'SessionTokenError'
}

/** The provider did not respond, or reported a temporary failure. */
export class OAuthUnavailable extends OAuthCallbackError {
  static override readonly type: ErrorType = 'OAuthUnavailable'
}

/** The session could not be revoked. */
export class SignOutError extends AuthError {
  static override readonly type: ErrorType = 'SignOutError'
  static override readonly status: ErrorStatus = 400
  static override readonly response: ErrorResponse = 'errorPage'
}

/** A rate limit that was reached. */
export interface ReachedLimit {
  /** Name of the limit in the option `limits`, such as `'account'`. */
  readonly name: string
  /** Maximum number of attempts per window. */
  readonly max: number
  /** Length of the window in seconds. */
  readonly window: number
  /** Whole seconds until the next attempt is allowed. */
  readonly retryAfter: number
}

/** Too many attempts. `authorize` can also throw this error. */
export class RateLimited extends SignInError {
  static override readonly type: ErrorType = 'RateLimited'
  static override readonly status: ErrorStatus = 429
  static override readonly response: ErrorResponse = 'signInPage'
  readonly limit: ReachedLimit

  /** @param limit - Default: a limit named `attempts`, of one attempt per minute. */
  constructor(limit?: ReachedLimit) {
    const { name, max, window, retryAfter } = limit ?? {
      name: 'attempts',
      max: 1,
      window: 60,
      retryAfter: 60,
    }
    super(
      limit
        ? `The limit '${name}' of ${max} attempts in ${window} seconds is reached. Try again in ${retryAfter} seconds. The option \`limits\` changes this limit.`
        : `Too many attempts. Try again in ${retryAfter} seconds.`,
    )
    this.limit = { name, max, window, retryAfter }
  }
}

/** The action requires a recent sign-in. */
export class ReauthenticationRequired extends SignInError {
  static override readonly type: ErrorType = 'ReauthenticationRequired'
  static override readonly status: ErrorStatus = 403
  static override readonly response: ErrorResponse = 'signInPage'
}

/** Too many passwords wait to be hashed. */
export class ServerBusy extends AuthError {
  static override readonly type: ErrorType = 'ServerBusy'
  static override readonly status: ErrorStatus = 503
  static override readonly response: ErrorResponse = 'page'
}

/** A method of the store threw or timed out, or another request holds a lock. */
export class StoreError extends AuthError {
  static override readonly type: ErrorType = 'StoreError'
  static override readonly status: ErrorStatus = 503
  static override readonly response: ErrorResponse = 'page'
}

/** Why a provider's tokens are not available. */
export type NoTokensReason =
  /** No user is signed in. */
  | 'signedOut'
  /** The user has no account with the provider. */
  | 'notLinked'
  /** The user must sign in with the provider again. */
  | 'reauthenticate'
  /** The provider or the token storage does not respond. */
  | 'unavailable'
  /** The user has not granted all of `scopes`. */
  | 'consent'

/** `auth.fetch` could not get an access token. */
export class TokensUnavailable extends AuthError {
  static override readonly type: ErrorType = 'TokensUnavailable'
  readonly reason: NoTokensReason

  constructor(reason: NoTokensReason, message: string, options?: AuthErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/** The path is not a route, or the route does not support the request method. */
export class UnknownAction extends AuthError {
  static override readonly type: ErrorType = 'UnknownAction'
  static override readonly status: ErrorStatus = 404
}

/** The session strategy does not support the action, or the platform does not support the strategy. */
export class UnsupportedStrategy extends AuthError {
  static override readonly type: ErrorType = 'UnsupportedStrategy'
}

/** The request has no valid host, or the configuration does not trust its host. */
export class UntrustedHost extends AuthError {
  static override readonly type: ErrorType = 'UntrustedHost'
  static override readonly status: ErrorStatus = 421
  static override readonly response: ErrorResponse = 'message'
}

/** The link from an e-mail is unknown, already used or expired, or its user was deleted or changed. */
export class Verification extends AuthError {
  static override readonly type: ErrorType = 'Verification'
  static override readonly status: ErrorStatus = 403
}

/** The browser's response to a WebAuthn challenge could not be verified. */
export class WebAuthnVerificationError extends SignInError {
  static override readonly type: ErrorType = 'WebAuthnVerificationError'
  /** The reason in the URL of the sign-in page. */
  readonly code: 'unknown_credential' | undefined = undefined
}

/**
 * The passkey is not registered.
 *
 * @see https://www.w3.org/TR/webauthn-3/#sctn-signalUnknownCredential
 */
export class UnknownCredential extends WebAuthnVerificationError {
  override readonly code = 'unknown_credential'
}

// Errors of Auth.js. They exist so that code that refers to them compiles.

/** Never thrown. */
export class DuplicateConditionalUI extends AuthError {
  static override readonly type: ErrorType = 'DuplicateConditionalUI'
}

/** Never thrown. */
export class ErrorPageLoop extends AuthError {
  static override readonly type: ErrorType = 'ErrorPageLoop'
}

/** Never thrown. */
export class ExperimentalFeatureNotEnabled extends AuthError {
  static override readonly type: ErrorType = 'ExperimentalFeatureNotEnabled'
}

/** Never thrown. */
export class InvalidCallbackUrl extends AuthError {
  static override readonly type: ErrorType = 'InvalidCallbackUrl'
}

/** Never thrown. */
export class MissingAuthorize extends AuthError {
  static override readonly type: ErrorType = 'MissingAuthorize'
}

/** Never thrown. */
export class MissingWebAuthnAutocomplete extends AuthError {
  static override readonly type: ErrorType = 'MissingWebAuthnAutocomplete'
}

const shownTypes: ReadonlySet<ErrorType> = new Set<ErrorType>([
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

/** Whether the query parameter `error` may contain the type of the error. For other errors, the parameter is `Configuration`. */
export function isClientError(error: unknown): error is AuthError {
  return error instanceof AuthError && shownTypes.has(error.type)
}
