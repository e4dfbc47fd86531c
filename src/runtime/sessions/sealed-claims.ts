/** What every session token holds; no callback can change it. */
export interface SealedClaims extends Record<string, unknown> {
  readonly sub: string
  readonly iat: number
  readonly exp: number
  /** Which session it is and when that began; no callback is shown it, so no claim of theirs is in its way. */
  readonly '~session': { readonly id: string; readonly start: number }
}

/** Whether an opened token is one of a session. Written by hand, because every session that is read comes by here. */
export function isSealedClaims(claims: Record<string, unknown>): claims is SealedClaims {
  const { sub, iat, exp, '~session': session } = claims
  if (typeof sub !== 'string' || sub === '' || typeof iat !== 'number' || typeof exp !== 'number')
    return false
  const { id, start } = Object(session) as { id?: unknown; start?: unknown }
  return typeof id === 'string' && typeof start === 'number'
}
