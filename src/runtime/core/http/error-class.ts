import { AuthError, type ErrorResponse, type ErrorStatus } from '../../../errors.js'

/** What the class of an error says of its response. */
export interface ClassResponse {
  readonly status: ErrorStatus
  readonly response: ErrorResponse
}

/** What the class of an error says of its response. An error that is not ours says what `AuthError` does. */
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
