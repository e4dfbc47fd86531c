/** Stored together with the refresh token, so that one write changes both. */
export interface TokenLease {
  /** In seconds since 1970. */
  readonly until: number
  /** Random id of the refresh that has the lease. */
  readonly holder: string
}

/**
 * Refresh tokens never contain this character.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749.html#appendix-A.17
 */
const SEPARATOR = '\0'

export function withLease(refreshToken: string, { until, holder }: TokenLease): string {
  return `${refreshToken}${SEPARATOR}${until}.${holder}`
}

export function withoutLease(stored: string): string {
  const [refreshToken = ''] = stored.split(SEPARATOR, 1)
  return refreshToken
}

export function leaseIn(stored: string): TokenLease | undefined {
  const [, lease = ''] = stored.split(SEPARATOR)
  const { 1: until, 2: holder } = /^(\d{1,15})[.](.+)$/.exec(lease) ?? []
  return until === undefined || holder === undefined ? undefined : { until: Number(until), holder }
}
