import { decodeBase64url, isBase64url } from '../../core/crypto/base64url.js'
import { parseStrictJson } from '../../core/http/strict-json.js'

/** A compact JWS with a JSON object as its payload. Nothing in it is verified. */
export interface Jws {
  readonly token: string
  readonly header: Readonly<Record<string, unknown>> & { readonly alg: string }
  readonly claims: Record<string, unknown>
  readonly signature: Uint8Array
}

/**
 * Parses a compact JWS that every implementation parses alike: canonical base64url, and JSON objects without duplicate members.
 * Throws for anything else. The libraries parse the token once more.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7515.html#section-5.2
 * @see https://www.rfc-editor.org/rfc/rfc8725.html#section-3.1
 */
export function parseJws(token: string): Jws {
  const parts = token.split('.')
  if (parts.length !== 3 || parts.some((part) => part === '' || !isBase64url(part))) {
    throw new Error('The token is not a compact JWS.')
  }
  const [header, claims, signature] = parts.map(decodeBase64url) as [Uint8Array, Uint8Array, Jws['signature']]
  const { alg, kid, ...others } = parseObject(header)
  if (typeof alg !== 'string') throw new Error('The JWS header has no `alg`.')
  if (kid !== undefined && typeof kid !== 'string')
    throw new Error('The `kid` in the JWS header is not a string.')
  return { token, header: { ...others, alg, kid }, claims: parseObject(claims), signature }
}

/** The claims of a token that may be no JWS; `undefined` where it is none. Nothing in them is verified. */
export function unverifiedClaims(token: string): Jws['claims'] | undefined {
  try {
    return parseJws(token).claims
  } catch {
    return undefined
  }
}

function parseObject(json: Uint8Array): Record<string, unknown> {
  const value = parseStrictJson(json)
  if (isObject(value)) return value
  throw new Error('The JWS does not hold JSON objects.')
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
