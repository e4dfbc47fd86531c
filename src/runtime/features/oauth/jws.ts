import { decodeBase64url, encodeBase64url, isBase64url } from '../../core/crypto/base64url.js'
import { parseStrictJson } from '../../core/http/strict-json.js'

/** A parsed token. Its signature and claims are not verified. */
export interface Jws {
  readonly token: string
  readonly header: Readonly<Record<string, unknown>> & { readonly alg: string }
  readonly claims: Record<string, unknown>
  readonly signature: Uint8Array
}

/**
 * Parses a JWS without verifying it. Parsing is strict, so that other libraries that parse the token again
 * read the same values.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7515.html#section-5.2
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

export function unverifiedClaims(token: string): Jws['claims'] | undefined {
  try {
    return parseJws(token).claims
  } catch {
    return undefined
  }
}

/**
 * Removes claims that are `null`, because they count as absent. The signature does not match the changed token.
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html#JSONSerialization
 */
export function withoutNullClaims({ token, claims }: Jws): string {
  const entries = Object.entries(claims)
  const defined = entries.filter(([, value]) => value !== null)
  if (defined.length === entries.length) return token
  const payload = new TextEncoder().encode(JSON.stringify(Object.fromEntries(defined)))
  return token.replace(/\.[^.]+\./, `.${encodeBase64url(payload)}.`)
}

function parseObject(json: Uint8Array): Record<string, unknown> {
  const value = parseStrictJson(json)
  if (isObject(value)) return value
  throw new Error('The header or the payload of the JWS is not a JSON object.')
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
