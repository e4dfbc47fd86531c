/**
 * The errors of Authwright. Each has a `type`, which names it in logs. Types that a user may see are also in the `error` query parameter
 * of the sign-in or error page; see {@link isClientError}.
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

/** How a route responds to a request that failed. */
export type ErrorResponse =
  /**
   * A redirect to the page that `kind` names or, if the database or the store failed, a page with status 503.
   */
  | 'redirect'
  /** A redirect to the page that `kind` names, whatever the cause. */
  | 'errorPage'
  /** The sign-in page, with the status of the error. A script receives the URL of the page as JSON. */
  | 'signInPage'
  /** A page that says what to do, with the status of the error. A script receives the URL of the sign-in page as JSON. */
  | 'page'
  /** A page that says what to do, with the status of the error. A script receives the message. */
  | 'message'

/** Details of an error for logs. `err` is the underlying error. */
export interface AuthErrorCause extends Record<string, unknown> {
  /** The underlying error. */
  err?: Error
}

/** Options of the constructor of every error. */
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
  /** The type of the error, which also identifies it after minification. */
  static readonly type: ErrorType = 'AuthError'
  /** The page that shows the error. */
  static readonly kind: ErrorKind = 'error'
  /** HTTP status of a response that shows the error. Default: 500. */
  static readonly status: ErrorStatus = 500
  /** How a route responds to a request that failed with the error. Default: `'redirect'`. */
  static readonly response: ErrorResponse = 'redirect'

  /** The `type` or, for a subclass without a type, the name of the class. */
  override name: string
  /** Details for the log. */
  override readonly cause?: AuthErrorCause
  /** The type of the error, which also identifies it after minification. */
  readonly type: ErrorType
  /** The page that shows the error. */
  readonly kind: ErrorKind
  /** The reference that the error page shows and the log contains. Absent until the error is logged for a request. */
  declare readonly reference?: string

  /**
   * @param message - A message for the log, or the underlying error.
   * @param options - `cause`: details for the log, or the underlying error. If `message` is an error, details are added to it.
   */
  constructor(message?: string | Error | AuthErrorOptions, options?: AuthErrorOptions) {
    const cause = causeOf(message, options)
    super(textOf(message, cause))
    const { name, type, kind } = new.target
    // A minifier renames classes but not types. An application's subclass without a type is named after its
    // class.
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

/** Base class of the errors that the sign-in page shows, because the user can try again there. */
export class SignInError extends AuthError {
  static override readonly kind: ErrorKind = 'signIn'
  static override readonly status: ErrorStatus = 400
}

/**
 * The sign-in or another action was refused: by `callbacks.signIn`, the sign-up policy, a session limit or a feature such as impersonation.
 */
export class AccessDenied extends AuthError {
  static override readonly type: ErrorType = 'AccessDenied'
  static override readonly status: ErrorStatus = 403
}

/**
 * The passkey or e-mail address belongs to another user. Also thrown if the accounts or the e-mail address of the user changed, or all
 * sessions of the user were ended, during a sign-in.
 */
export class AccountNotLinked extends SignInError {
  static override readonly type: ErrorType = 'AccountNotLinked'
}

/** A method of the adapter or a function of `.users()` threw or timed out, or the adapter cannot use an option or a value. */
export class AdapterError extends AuthError {
  static override readonly type: ErrorType = 'AdapterError'
  static override readonly status: ErrorStatus = 503
  static override readonly response: ErrorResponse = 'page'
}

/** A callback request failed because of the configuration, the provider or an unexpected error. */
export class CallbackRouteError extends AuthError {
  static override readonly type: ErrorType = 'CallbackRouteError'
}

/**
 * The credentials are wrong or do not match `input`. Also thrown if the password changed, or all sessions of the user were ended, during a
 * sign-in. `authorize` can throw this error, or a subclass with another `code`.
 * The code is part of the URL of the sign-in page, so it must not say which field was wrong.
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
  /** `'CredentialsSignin'`, also for subclasses, which differ by `code`. */
  static override readonly type: ErrorType = 'CredentialsSignin'
  /** The reason in the URL of the sign-in page. Default: `'credentials'`. */
  code: string = 'credentials'
}

/** An e-mail with a link or a code could not be sent. */
export class EmailSignInError extends SignInError {
  static override readonly type: ErrorType = 'EmailSignInError'
}

/** The submitted value is not exactly one e-mail address, or `normalizeIdentifier` refused it. No mail was sent. */
export class InvalidEmailAddress extends EmailSignInError {
  static override readonly type: ErrorType = 'InvalidEmailAddress'
  static override readonly response: ErrorResponse = 'signInPage'
}

/** The code from a sign-in e-mail is wrong, or was guessed too often. */
export class InvalidCode extends SignInError {
  static override readonly type: ErrorType = 'InvalidCode'
}

/** A listener of `events` threw or timed out. The error is only logged, and the request continues. */
export class EventError extends AuthError {
  static override readonly type: ErrorType = 'EventError'
}

/**
 * The cookie of a sign-in in progress is missing, used, expired or belongs to another sign-in. Also thrown if an account or passkey is to
 * be added, but its user is no longer signed in.
 */
export class InvalidCheck extends SignInError {
  static override readonly type: ErrorType = 'InvalidCheck'
}

/** The issuer or an endpoint of an OAuth provider is missing or cannot be used. */
export class InvalidEndpoints extends AuthError {
  static override readonly type: ErrorType = 'InvalidEndpoints'
}

/** The provider is not configured, lacks an option such as its client secret, or does not support the requested action. */
export class InvalidProvider extends AuthError {
  static override readonly type: ErrorType = 'InvalidProvider'
}

/** A request or an argument is malformed: too large, duplicate parameters, an unreadable body. */
export class InvalidRequest extends AuthError {
  static override readonly type: ErrorType = 'InvalidRequest'
  static override readonly status: ErrorStatus = 400
  static override readonly response: ErrorResponse = 'message'
}

/**
 * A session token cannot be read, because it is expired, altered or sealed with another secret, or cannot be written, because the result
 * of `callbacks.jwt` or `encode` is invalid. Also logged if claims could not be refreshed.
 */
export class JWTSessionError extends AuthError {
  static override readonly type: ErrorType = 'JWTSessionError'
}

/** A provider, the session strategy or another feature needs an adapter. */
export class MissingAdapter extends AuthError {
  static override readonly type: ErrorType = 'MissingAdapter'
}

/** The adapter does not implement a method that the configuration needs. */
export class MissingAdapterMethods extends AuthError {
  static override readonly type: ErrorType = 'MissingAdapterMethods'
}

/** A request that changes state has no valid CSRF token, or was sent by another site. */
export class MissingCSRF extends SignInError {
  static override readonly type: ErrorType = 'MissingCSRF'
  static override readonly status: ErrorStatus = 403
  static override readonly response: ErrorResponse = 'page'
}

/** No secret is configured, or a secret is too short for production. */
export class MissingSecret extends AuthError {
  static override readonly type: ErrorType = 'MissingSecret'
}

// The name of this error in the documentation of Auth.js.
export { MissingSecret as MissingSecretError }

/** The e-mail address of this account belongs to a user who signs in another way, or another user has linked the account. */
export class OAuthAccountNotLinked extends SignInError {
  static override readonly type: ErrorType = 'OAuthAccountNotLinked'
}

/** A sign-in could not be completed: the user cancelled, or the provider responded with an error or an invalid response. */
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

/** `generateSessionToken` returned an invalid token. Also logged if a database session that has ended could not be deleted. */
export class SessionTokenError extends AuthError {
  static override readonly type: ErrorType = 'SessionTokenError'
}

/** The provider did not respond, or reported a temporary failure, while a sign-in was completed or tokens were refreshed. */
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

/**
 * Too many sign-in attempts; the credentials were not checked. An `authorize` function that limits attempts itself can also throw this
 * error.
 */
export class RateLimited extends SignInError {
  static override readonly type: ErrorType = 'RateLimited'
  static override readonly status: ErrorStatus = 429
  static override readonly response: ErrorResponse = 'signInPage'
  /** The limit that was reached. */
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
        ? `The limit '${name}' of ${max} attempts in ${window} seconds is reached. Try again in ${retryAfter} seconds. The option \`limits\` changes it.`
        : `Too many attempts. Try again in ${retryAfter} seconds.`,
    )
    this.limit = { name, max, window, retryAfter }
  }
}

/** The action requires a recent sign-in. The user can sign in again and retry. */
export class ReauthenticationRequired extends SignInError {
  static override readonly type: ErrorType = 'ReauthenticationRequired'
  static override readonly status: ErrorStatus = 403
  static override readonly response: ErrorResponse = 'signInPage'
}

/** Too many passwords wait to be hashed. The response has `Retry-After`. */
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
  /** The user must sign in with the provider again: the grant was revoked or has expired, or there is no refresh token. */
  | 'reauthenticate'
  /** The provider or the token storage does not respond. Retry later. */
  | 'unavailable'
  /** The user has not granted all of `scopes`. */
  | 'consent'

/** `auth.fetch` could not get an access token. */
export class TokensUnavailable extends AuthError {
  static override readonly type: ErrorType = 'TokensUnavailable'
  /** The reason, as `auth.tokens` returns it. */
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

/** The session strategy does not support the requested action, or the platform does not support the session strategy. */
export class UnsupportedStrategy extends AuthError {
  static override readonly type: ErrorType = 'UnsupportedStrategy'
}

/** The request has no valid host, or the configuration does not trust its host. */
export class UntrustedHost extends AuthError {
  static override readonly type: ErrorType = 'UntrustedHost'
  static override readonly status: ErrorStatus = 421
  static override readonly response: ErrorResponse = 'message'
}

/** The link from an e-mail is unknown, used or expired, or no longer works because the user was deleted or changed. */
export class Verification extends AuthError {
  static override readonly type: ErrorType = 'Verification'
  static override readonly status: ErrorStatus = 403
}

/** The browser's response to a WebAuthn challenge could not be verified. */
export class WebAuthnVerificationError extends SignInError {
  static override readonly type: ErrorType = 'WebAuthnVerificationError'
  /** Reason in the URL of the sign-in page. */
  readonly code: 'unknown_credential' | undefined = undefined
}

/**
 * The passkey is not registered. A page that sees the `code` can tell the browser to stop offering the passkey.
 *
 * @see https://www.w3.org/TR/webauthn-3/#sctn-signalUnknownCredential
 */
export class UnknownCredential extends WebAuthnVerificationError {
  /** Always `'unknown_credential'`, also in the URL of the sign-in page. */
  override readonly code = 'unknown_credential'
}

// Authwright never throws the following errors of Auth.js. They exist so that code that refers to them
// compiles.

/** Never thrown: `.build()` reports a second passkey provider with conditional UI. */
export class DuplicateConditionalUI extends AuthError {
  static override readonly type: ErrorType = 'DuplicateConditionalUI'
}

/** Never thrown. Auth.js throws it when the error page requires a sign-in. */
export class ErrorPageLoop extends AuthError {
  static override readonly type: ErrorType = 'ErrorPageLoop'
}

/** Never thrown: `.build()` reports a `webauthn()` provider without `experimental.enableWebAuthn`. */
export class ExperimentalFeatureNotEnabled extends AuthError {
  static override readonly type: ErrorType = 'ExperimentalFeatureNotEnabled'
}

/** Never thrown: a redirect target that is not allowed is replaced by the start page. */
export class InvalidCallbackUrl extends AuthError {
  static override readonly type: ErrorType = 'InvalidCallbackUrl'
}

/** Never thrown: `.build()` reports a credentials provider without `authorize`. */
export class MissingAuthorize extends AuthError {
  static override readonly type: ErrorType = 'MissingAuthorize'
}

/** Never thrown: the built-in form fields of passkey providers have `autocomplete="… webauthn"`. */
export class MissingWebAuthnAutocomplete extends AuthError {
  static override readonly type: ErrorType = 'MissingWebAuthnAutocomplete'
}

/** The types that may be in the `error` query parameter. */
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

/**
 * Whether the type of the error may be in the `error` query parameter. For every other error, the parameter
 * is `Configuration`. The function has this name because Auth.js uses it. Not all of these errors are caused
 * by the client.
 */
export function isClientError(error: unknown): error is AuthError {
  return error instanceof AuthError && shownTypes.has(error.type)
}
