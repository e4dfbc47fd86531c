import type { SessionOrigin } from './session-origin.js'

/** What every session token holds; no callback can change it. */
export interface SealedClaims extends Record<string, unknown> {
  readonly sub: string
  readonly iat: number
  readonly exp: number
  /** No callback is shown it, so no claim of theirs is in its way. */
  readonly '~session': SessionOrigin
}

/** Whether an opened token is one of a session. Written by hand, because every session that is read comes by here. */
export function isSealedClaims(claims: Record<string, unknown>): claims is SealedClaims {
  const { sub, iat, exp, '~session': session } = claims
  if (typeof sub !== 'string' || sub === '' || typeof iat !== 'number' || typeof exp !== 'number')
    return false
  const { id, start, user, epoch } = Object(session) as { [Name in keyof SessionOrigin]?: unknown }
  return typeof id === 'string' && typeof start === 'number' && isTextIfAny(user) && isTextIfAny(epoch)
}

function isTextIfAny(value: unknown): boolean {
  return value === undefined || typeof value === 'string'
}
