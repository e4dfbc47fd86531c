/**
 * Identifies the refresh that may refresh the tokens of an account. A lease is stored together with the refresh
 * token, so one write changes both.
 */
export interface TokenLease {
  /** Expiry, in seconds since 1970. */
  readonly until: number
  /** Random id of the refresh that has the lease. */
  readonly holder: string
}

/**
 * Separates a refresh token and the lease that follows it. Refresh tokens never contain this character.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749.html#appendix-A.17
 */
const SEPARATOR = '\0'

/** Combines a refresh token and a lease for storing. */
export function withLease(refreshToken: string, { until, holder }: TokenLease): string {
  return `${refreshToken}${SEPARATOR}${until}.${holder}`
}

/** The refresh token without its lease. */
export function withoutLease(stored: string): string {
  const [refreshToken = ''] = stored.split(SEPARATOR, 1)
  return refreshToken
}

/** The lease of a refresh token. `undefined` if the refresh token has no lease, or a malformed lease. */
export function leaseIn(stored: string): TokenLease | undefined {
  const [, lease = ''] = stored.split(SEPARATOR)
  const { 1: until, 2: holder } = /^(\d{1,15})[.](.+)$/.exec(lease) ?? []
  return until === undefined || holder === undefined ? undefined : { until: Number(until), holder }
}
