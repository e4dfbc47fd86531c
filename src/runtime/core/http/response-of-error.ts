import { AuthError, type ErrorResponse, type ErrorStatus } from '../../../errors.js'

/** Response properties of an error class. */
export interface ClassResponse {
  readonly status: ErrorStatus
  readonly response: ErrorResponse
}

/**
 * The response properties of an error's class. An error that is not an `AuthError` has the properties of
 * `AuthError`.
 */
export function responseOf(error: unknown): ClassResponse {
  return error instanceof AuthError ? (error.constructor as typeof AuthError) : AuthError
}

/** Whether the request itself is the problem: it cannot be parsed, or its host is not trusted. */
export function isUnreadable(error: unknown): boolean {
  return responseOf(error).response === 'message'
}

/** Whether a request failed because a database or a store did not respond, or the server was busy. A retry may help. */
export function isDown(error: unknown): boolean {
  if (!(error instanceof AuthError)) return false
  return responseOf(error).status === 503 || isDown(error.cause?.err)
}
