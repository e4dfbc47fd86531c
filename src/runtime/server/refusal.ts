import {
  type AuthError,
  CredentialsSignin,
  type ErrorType,
  InvalidRequest,
  isClientError,
  RateLimited,
} from '../../errors.js'
import type { CredentialFields } from '../../providers/kinds/credentials.js'
import type { Provider } from '../../providers/kinds/provider.js'
import { type ErrorStatus, errorStatus } from '../http/error-status.js'
import { report } from '../http/report.js'
import { isDown } from '../http/unavailable.js'
import { typedFields } from '../pages/failed-form.js'
import { credentialFields } from '../pages/input-attributes.js'
import { errorPageUrl } from '../routes/error-response.js'
import { rememberFailure } from '../routes/failure-details.js'
import { type Destination, destination } from './destinations.js'
import type { ServerCall } from './server-call.js'

/** What a user may know of a refused sign-in or sign-out, for a form that shows it. */
export interface RefusalReason {
  /** An HTTP status. */
  readonly status: ErrorStatus | 429
  readonly error: ErrorType | 'Configuration' | 'Unavailable'
  readonly code: string | undefined
  /** In seconds. */
  readonly retryAfter: number | undefined
}

/** The same, with the values of the form, and the page that explains it. */
export interface Refusal extends RefusalReason {
  /** The values that the form may show again: of the fields that the provider names, no password and no code. */
  readonly typed: Record<string, string>
  readonly leadsTo: Destination
}

/** A refused form, as far as it was read. */
export interface RefusedForm {
  readonly providerId?: string | undefined
  readonly fields?: Readonly<Record<string, unknown>>
}

/** Reports why a sign-in or sign-out was refused, and decides where that leads. */
export function refuse(error: AuthError, form: RefusedForm, call: ServerCall): Refusal {
  const { instance, exchange } = call
  report(error, instance.logger)
  rememberFailure(error, instance)
  const provider = instance.providers.get(form.providerId ?? '')
  return {
    ...refusalOf(error),
    typed: typedFields(fieldsOf(provider) ?? {}, form.fields ?? {}),
    leadsTo: destination(errorPageUrl(error, instance, exchange), call),
  }
}

function fieldsOf(provider: Provider | undefined): CredentialFields | undefined {
  if (provider?.type === 'email') return { email: {} }
  return provider?.type === 'credentials' ? credentialFields(provider) : undefined
}

function refusalOf(error: AuthError): RefusalReason {
  const code = error instanceof CredentialsSignin ? error.code : undefined
  const details = { code, retryAfter: undefined }
  if (isDown(error)) return { ...details, status: 503, error: 'Unavailable', retryAfter: 5 }
  if (error instanceof InvalidRequest) return { ...details, status: 400, error: error.type }
  if (!isClientError(error))
    return { ...details, status: errorStatus('Configuration'), error: 'Configuration' }
  if (error instanceof RateLimited) {
    return { ...details, status: 429, error: error.type, retryAfter: error.limit.retryAfter }
  }
  return { ...details, status: errorStatus(error.type), error: error.type }
}
