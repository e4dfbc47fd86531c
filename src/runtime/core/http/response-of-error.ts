import { AuthError, type ErrorResponse, type ErrorStatus } from '../../../errors.js'

/** The part of a response that the class of an error decides. */
export interface ClassResponse {
  readonly status: ErrorStatus
  readonly response: ErrorResponse
}

/** The status and the kind of response for an error. Errors of other classes get those of `AuthError`. */
export function responseOf(error: unknown): ClassResponse {
  return error instanceof AuthError ? (error.constructor as typeof AuthError) : AuthError
}

/** Whether the request itself is the problem: it cannot be read, or its host is not trusted. */
export function isUnreadable(error: unknown): boolean {
  return responseOf(error).response === 'message'
}

/** Whether a request failed because a database or a store did not respond: a retry may help. */
export function isDown(error: unknown): boolean {
  if (!(error instanceof AuthError)) return false
  return responseOf(error).status === 503 || isDown(error.cause?.err)
}
