/**
 * The claims of a decrypted token, or `undefined` when the text holds none or the token is not valid now.
 *
 * @param now - Seconds since 1970.
 * @param tolerance - Seconds by which two clocks may differ. Default: none.
 * @see https://www.rfc-editor.org/rfc/rfc7519.html#section-4.1
 */
export function claimsInTime(text: string, now: number, tolerance = 0): Record<string, unknown> | undefined {
  const claims = claimsOf(text)
  if (!claims) return undefined
  const { exp, nbf } = claims as { exp?: number; nbf?: number }
  if (exp !== undefined && exp <= now - tolerance) return undefined
  if (nbf !== undefined && nbf > now + tolerance) return undefined
  return claims
}

/** The claims of a decrypted token, whatever its times; `undefined` when the text holds none. */
export function claimsOf(text: string): Record<string, unknown> | undefined {
  const claims = parse(text)
  if (typeof claims !== 'object' || claims === null || Array.isArray(claims)) return undefined
  const { exp, nbf, iat } = claims as Record<string, unknown>
  if (!isTime(exp) || !isTime(nbf) || !isTime(iat)) return undefined
  return claims as Record<string, unknown>
}

function isTime(value: unknown): value is number | undefined {
  return value === undefined || typeof value === 'number'
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
