import { decodeBase64url, isBase64url } from '../../crypto/base64url.js'
import { parseStrictJson } from './strict-json.js'

/** A compact JWS with a JSON object as its payload. Nothing in it is verified. */
export interface Jws {
  readonly token: string
  readonly header: Readonly<Record<string, unknown>> & { readonly alg: string }
  readonly claims: Record<string, unknown>
  readonly signature: Uint8Array<ArrayBuffer>
}

/**
 * Parses a compact JWS that every implementation parses alike: canonical base64url, JSON objects without duplicate
 * members, no critical extensions. Throws for anything else. The libraries parse the token once more.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7515.html#section-5.2
 * @see https://www.rfc-editor.org/rfc/rfc8725.html#section-3.1
 */
export function parseJws(token: string): Jws {
  const parts = token.split('.')
  if (parts.length !== 3 || parts.some((part) => part === '' || !isBase64url(part))) {
    throw new Error('The token is not a compact JWS.')
  }
  const [header, payload, signature] = parts as [string, string, string]
  const { alg, kid, crit, ...others } = parseObject(header)
  if (typeof alg !== 'string') throw new Error('The JWS header has no `alg`.')
  if (kid !== undefined && typeof kid !== 'string')
    throw new Error('The `kid` in the JWS header is not a string.')
  if (crit !== undefined) throw new Error('The JWS header names a critical extension.')
  return {
    token,
    header: { ...others, alg, kid },
    claims: parseObject(payload),
    signature: decodeBase64url(signature),
  }
}

function parseObject(encoded: string): Record<string, unknown> {
  const value = parseStrictJson(decodeBase64url(encoded))
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>
  throw new Error('The JWS does not hold JSON objects.')
}
