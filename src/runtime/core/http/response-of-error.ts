import { AuthError, type ErrorResponse, type ErrorStatus } from '../../../errors.js'

export interface ClassResponse {
  readonly status: ErrorStatus
  readonly response: ErrorResponse
}

export function responseOf(error: unknown): ClassResponse {
  return error instanceof AuthError ? (error.constructor as typeof AuthError) : AuthError
}

/** Whether the request cannot be parsed, or its host is not trusted. */
export function isUnreadable(error: unknown): boolean {
  return responseOf(error).response === 'message'
}

/** Whether a database or a store did not respond, or the server was busy. */
export function isDown(error: unknown): boolean {
  if (!(error instanceof AuthError)) return false
  return responseOf(error).status === 503 || isDown(error.cause?.err)
}
