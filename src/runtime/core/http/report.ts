import { AuthError, type ErrorType } from '../../../errors.js'
import type { LoggerInstance } from '../../../options/auth-options.js'
import { randomToken } from '../crypto/random.js'

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
  'ServerBusy',
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
  else logger.error(withReference(error))
}

/** An error with an id that its page shows, too. An error that several requests share keeps its first. */
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

/** The id by which the log and the page of an error name it; `undefined` for what the client caused. */
export function referenceOf(error: Error): string | undefined {
  const { reference } = error as { readonly reference?: unknown }
  return isReference(reference) ? reference : undefined
}

/** Whether a value may be such an id. Nothing else is shown, so that no link makes the page say something. */
export function isReference(value: unknown): value is string {
  return typeof value === 'string' && /^[\w-]{8}$/.test(value)
}

/** A rejection with another cause, such as a callback that threw, is not the client's. */
function isCausedByClient(error: Error): error is AuthError {
  if (!(error instanceof AuthError)) return false
  return isMarkedClientError(error) || (clientErrors.has(error.type) && error.cause?.err === undefined)
}

const mark = Symbol('caused by a client')

/** Marks an error as caused by a client where its type does not: others of that type are for the application to fix. */
export function markClientError<Caused extends AuthError>(error: Caused): Caused {
  return Object.defineProperty(error, mark, { value: true })
}

function isMarkedClientError(error: AuthError): boolean {
  return mark in error
}

/** A failure that the user agent can cause: what it sends of a provider's response, an attacker may have written. */
export class UserAgentError extends Error {}
