/** By the name of the error; 400 where it has none here. What depends on more than the name is in `core/routes/error-response.ts`: 413, 421 and 429. */
const statuses = {
  AccessDenied: 403,
  Configuration: 500,
  MissingCSRF: 403,
  ReauthenticationRequired: 403,
  Unavailable: 503,
  Verification: 403,
} as const

type Statuses = typeof statuses

/** The HTTP status of errors with this name. */
export type ErrorStatus<Name extends string = string> = string extends Name
  ? Statuses[keyof Statuses] | 400
  : Name extends keyof Statuses
    ? Statuses[Name]
    : 400

/** The HTTP status of an error, on a page and for the form of a framework alike. */
export function errorStatus<Name extends string>(error: Name | undefined): ErrorStatus<Name> {
  const known: Partial<Record<string, number>> = statuses
  const status = error !== undefined && Object.hasOwn(known, error) ? known[error] : 400
  return status as ErrorStatus<Name>
}
