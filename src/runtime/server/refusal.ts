import {
  type AuthError,
  CredentialsSignin,
  type ErrorType,
  InvalidRequest,
  isClientError,
  MissingCSRF,
  RateLimited,
} from '../../errors.js'
import { isDown } from '../http/unavailable.js'

/** What a visitor may know of a sign-in or sign-out that was refused, for a form that tells of it on the spot. */
export interface Refusal {
  /** An HTTP status. */
  readonly status: 400 | 403 | 429 | 500 | 503
  readonly error: ErrorType | 'Configuration' | 'Unavailable'
  readonly code: string | undefined
  /** In seconds. */
  readonly retryAfter: number | undefined
}

export function refusalOf(error: AuthError): Refusal {
  const code = error instanceof CredentialsSignin ? error.code : undefined
  const told = { code, retryAfter: undefined }
  if (isDown(error)) return { ...told, status: 503, error: 'Unavailable', retryAfter: 5 }
  if (error instanceof InvalidRequest) return { ...told, status: 400, error: error.type }
  if (!isClientError(error)) return { ...told, status: 500, error: 'Configuration' }
  if (error instanceof RateLimited) {
    return { ...told, status: 429, error: error.type, retryAfter: error.limit.retryAfter }
  }
  const isForbidden = error.type === 'AccessDenied' || error instanceof MissingCSRF
  return { ...told, status: isForbidden ? 403 : 400, error: error.type }
}
