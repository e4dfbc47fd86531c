import { AuthError, type ErrorType } from '../../../errors.js'
import type { LoggerInstance } from '../../../options/auth-options.js'
import { randomToken } from '../crypto/random.js'

/** Errors that any client can cause, any number of times. */
const clientErrors: ReadonlySet<ErrorType> = new Set<ErrorType>([
  'AccessDenied',
  'AccountNotLinked',
  'CredentialsSignin',
  'InvalidCheck',
  'InvalidCode',
  'InvalidEmailAddress',
  'InvalidRequest',
  'MissingCSRF',
  'OAuthAccountNotLinked',
  'RateLimited',
  'ReauthenticationRequired',
  'ServerBusy',
  'UnknownAction',
  'Verification',
  'WebAuthnVerificationError',
])

export function report(error: Error, logger: LoggerInstance): void {
  if (isCausedByClient(error)) logger.warn(error.type, error.message)
  else logger.error(withReference(error))
}

/**
 * Adds an id to the error, which the log and the error page show. If several requests share an error, it
 * keeps its first id.
 */
function withReference(error: Error): Error {
  if (referenceOf(error) === undefined) {
    Reflect.defineProperty(error, 'reference', {
      value: randomToken(6),
      enumerable: true,
      configurable: true,
    })
  }
  return error
}

export function referenceOf(error: Error): string | undefined {
  const { reference } = error as { readonly reference?: unknown }
  return isReference(reference) ? reference : undefined
}

/**
 * Whether the value has the format of a reference. The error page shows no other values, so a link cannot put
 * text on the page.
 */
export function isReference(value: unknown): value is string {
  return typeof value === 'string' && /^[\w-]{8}$/.test(value)
}

/**
 * Whether the client caused the error. An error with a cause, such as an error of a callback, was not caused
 * by the client unless it is marked.
 */
function isCausedByClient(error: Error): error is AuthError {
  if (!(error instanceof AuthError)) return false
  return isMarkedClientError(error) || (clientErrors.has(error.type) && error.cause?.err === undefined)
}

const mark = Symbol('caused by a client')

export function markClientError<Caused extends AuthError>(error: Caused): Caused {
  return Object.defineProperty(error, mark, { value: true })
}

function isMarkedClientError(error: AuthError): boolean {
  return mark in error
}

/** An error that any browser can cause at a provider, for example with invalid parameters of a callback. */
export class UserAgentError extends Error {}
