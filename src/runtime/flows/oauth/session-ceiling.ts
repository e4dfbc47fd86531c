import type { SessionOptions } from '../../../options/session-options.js'

/**
 * When a session must end at the latest, in seconds since 1970: at the end of the one at the provider, as the claim `session_expiry` says, or with the
 * ID token, where the configuration says so. Other values than integers are no such claim.
 *
 * @param claims - Of an ID token whose signature is verified.
 * @see https://github.com/openid/ipsie-openid-sl1
 * @see https://openid.net/specs/openid-connect-session-1_0.html#CreatingUpdatingSessions
 */
export function sessionCeiling(
  claims: Readonly<Record<string, unknown>> | undefined,
  { ceiling }: Pick<SessionOptions, 'ceiling'>,
): number | undefined {
  const { session_expiry, exp } = claims ?? {}
  if (isTime(session_expiry)) return session_expiry
  return ceiling === 'provider' && isTime(exp) ? exp : undefined
}

/** Throws where the session at the provider has ended, so that no session starts with it. */
export function requireCurrentSession(claims: Readonly<Record<string, unknown>>, now: number): void {
  const end = sessionCeiling(claims, {})
  if (end !== undefined && end <= now)
    throw new Error('By `session_expiry`, the session at the provider has ended.')
}

function isTime(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0
}
