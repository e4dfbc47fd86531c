import { decodeBase64url, isBase64url } from '../../crypto/base64url.js'
import { parseStrictJson } from './strict-json.js'

/** A compact JWS with a JSON object as its payload, taken apart. Nothing of it is to be believed before it is verified. */
export interface Jws {
  readonly header: Readonly<Record<string, unknown>> & {
    readonly alg: string
    readonly kid: string | undefined
  }
  readonly claims: Record<string, unknown>
  /** What is signed: header and payload as they stand in the token. */
  readonly signed: string
  readonly signature: Uint8Array<ArrayBuffer>
}

/**
 * Takes a token apart that everybody reads in the same way. Throws for any other, and for one whose header
 * has an extension that has to be understood.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7515.html#section-5.2
 * @see https://www.rfc-editor.org/rfc/rfc8725.html#section-3.1
 */
export function readJws(token: string): Jws {
  const [head = '', payload = '', tag = '', ...more] = token.split('.')
  const parts = [head, payload, tag]
  if (more.length > 0 || parts.some((part) => part === '' || !isBase64url(part))) {
    throw new Error('It is not a compact JWS.')
  }
  const header = objectOf(head)
  const { alg, kid, crit } = header
  if (typeof alg !== 'string') throw new Error('It does not name its algorithm.')
  if (kid !== undefined && typeof kid !== 'string') throw new Error('It does not name its key by a text.')
  if (crit !== undefined) throw new Error('It has an extension that is not understood.')
  return {
    header: { ...header, alg, kid },
    claims: objectOf(payload),
    signed: token.slice(0, head.length + 1 + payload.length),
    signature: decodeBase64url(tag),
  }
}

function objectOf(encoded: string): Record<string, unknown> {
  const value = parseStrictJson(decodeBase64url(encoded))
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>
  throw new Error('It does not hold a JSON object.')
}
