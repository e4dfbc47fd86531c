import { AuthError, type ErrorType } from '../../errors.js'
import type { LoggerInstance } from '../../options/logger.js'

/** Errors that a client alone can cause, any number of times. */
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
  'UnknownAction',
  'Verification',
  'WebAuthnVerificationError',
])

/**
 * Logs why a request failed. A mistake of the client, such as a wrong password,
 * is a warning; an error needs the attention of an operator.
 */
export function report(error: Error, logger: LoggerInstance): void {
  if (isCausedByClient(error)) logger.warn(error.type, error.message)
  else logger.error(error)
}

/** A rejection with another cause, such as a callback that threw, is not the client's. */
function isCausedByClient(error: Error): error is AuthError {
  if (!(error instanceof AuthError)) return false
  return isMarkedClientError(error) || (clientErrors.has(error.type) && error.cause?.err === undefined)
}

const mark = Symbol('caused by a client')

/** Marks an error as caused by a client where its type does not: others of that type are the application's to mend. */
export function markClientError<Caused extends AuthError>(error: Caused): Caused {
  return Object.defineProperty(error, mark, { value: true })
}

function isMarkedClientError(error: AuthError): boolean {
  return mark in error
}
