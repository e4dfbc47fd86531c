export class RefreshTokenRejected extends Error {}

/** Error codes for an unknown or expired authorization code or refresh token, including non-standard codes. */
export const grantErrors: readonly string[] = [
  'invalid_grant',
  'bad_verification_code',
  'bad_refresh_token',
  'invalid_refresh_token',
]

/** These errors do not concern the refresh token, so a later request may succeed. */
const TEMPORARY =
  /temporar|unavailable|(?:server|internal|fatal)[ _]error|slow_down|rate.?limit|too.?many|timeout/i

/**
 * Whether a response means that the refresh token is no longer valid. Many providers do not use the standard
 * error `invalid_grant`, so most permanent errors count as a rejection. Most errors about the client do not
 * count, because correcting the client's configuration fixes them.
 *
 * @param members - Empty if the body is not a JSON object.
 * @see https://www.rfc-editor.org/rfc/rfc6749.html#section-5.2
 */
export function rejectsRefreshToken(status: number, members: Readonly<Record<string, unknown>>): boolean {
  const { error } = members
  if (grantErrors.some((code) => code === error)) return true
  // A body without members, such as an HTML page, comes from a proxy or a firewall, not from the provider.
  if (![200, 400, 401, 403].includes(status) || Object.keys(members).length === 0) return false
  const text = JSON.stringify(members)
  if (TEMPORARY.test(text) || error === 'invalid_client' || error === 'unsupported_grant_type') return false
  if (namesRefreshToken(members)) return true
  return status !== 401 && !/client|application/i.test(text)
}

export function namesRefreshToken(members: Readonly<Record<string, unknown>>): boolean {
  return /refresh[ _-]?token/i.test(JSON.stringify(members))
}
