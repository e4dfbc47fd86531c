import {
  AuthError,
  CredentialsSignin,
  type ErrorStatus,
  type ErrorType,
  isClientError,
  RateLimited,
} from '../../errors.js'
import { report } from '../core/http/error-report.js'
import { isDown, isUnreadable, OUTAGE_RETRY_SECONDS, responseOf } from '../core/http/error-status.js'
import { typedFields } from '../core/login/failed-form.js'
import { rememberFailure } from '../core/routes/development-details.js'
import { errorPageUrl } from '../core/routes/error-response.js'
import { type Destination, destination } from './destinations.js'
import type { ServerCall } from './server-call.js'

export interface RefusalReason {
  readonly status: ErrorStatus
  /** The type of the error, or a general type for an error that a user cannot fix. */
  readonly error: ErrorType | 'Configuration' | 'Unavailable'
  readonly code: string | undefined
  /** In seconds. */
  readonly retryAfter: number | undefined
}

export interface Refusal extends RefusalReason {
  /** The values that the form may show again. */
  readonly typed: Record<string, string>
  readonly destination: Destination
}

export interface RefusedForm {
  readonly providerId?: string | undefined
  readonly fields?: Readonly<Record<string, unknown>>
}

export async function refuse(error: AuthError, form: RefusedForm, call: ServerCall): Promise<Refusal> {
  const { app, exchange } = call
  report(error, app.logger)
  rememberFailure(error, app.host)
  const provider = app.providers.get(form.providerId ?? '')
  const flow = provider && (await app.flowOf(provider))
  return {
    ...refusalOf(error),
    typed: typedFields((provider && flow?.fields?.(provider)) ?? {}, form.fields ?? {}),
    destination: destination(errorPageUrl(error, app, exchange), call),
  }
}

function refusalOf(error: AuthError): RefusalReason {
  const code = error instanceof CredentialsSignin ? error.code : undefined
  const details = { code, retryAfter: undefined }
  if (isDown(error))
    return { ...details, status: 503, error: 'Unavailable', retryAfter: OUTAGE_RETRY_SECONDS }
  if (!isClientError(error) && !isUnreadable(error))
    return { ...details, status: AuthError.status, error: 'Configuration' }
  const retryAfter = error instanceof RateLimited ? error.limit.retryAfter : undefined
  return { code, status: responseOf(error).status, error: error.type, retryAfter }
}
