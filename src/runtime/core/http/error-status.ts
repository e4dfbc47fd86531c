import { AuthError, type ErrorResponse, type ErrorStatus } from '../../../errors.js'

export interface ClassResponse {
  readonly status: ErrorStatus
  readonly response: ErrorResponse
}

export function responseOf(error: unknown): ClassResponse {
  return error instanceof AuthError ? (error.constructor as typeof AuthError) : AuthError
}

/** Whether the request is malformed, or its host is not trusted. */
export function isUnreadable(error: unknown): boolean {
  return responseOf(error).response === 'message'
}

/** Seconds after which a client may retry if `isDown`. */
export const OUTAGE_RETRY_SECONDS = 5

/** Whether the error, or an `AuthError` that caused it, has status 503. */
export function isDown(error: unknown): boolean {
  if (!(error instanceof AuthError)) return false
  return responseOf(error).status === 503 || isDown(error.cause?.err)
}
