import { AuthError } from '../../../errors.js'
import type { NamedCookie } from './cookie-policy.js'
import { clearCookie, clearTwin, type RequestCookies, type ResponseCookie, sentNames } from './cookies.js'
import { escapeCookieValue, serializeCookie } from './serialize-cookie.js'

/** Maximum size of a cookie: name, value and attributes together. */
const MAX_COOKIE_BYTES = 4_096

/** The index of a chunk has one digit: see `isChunk`. */
const MAX_CHUNKS = 10

/** By default, Node.js refuses requests with more than 16,384 bytes of headers, even a sign-out. */
const MAX_TOTAL_BYTES = 12_000

/** Four bytes of UTF-8, each percent-encoded as three characters. */
const MAX_ESCAPED_BYTES = 12

/** A cookie with neither member ends when the browser closes, whatever the configuration says. */
export interface CookieLifetime {
  expires?: Date
  /** Whole seconds. */
  maxAge?: number
}

/**
 * Returns the cookies that store a value, divided into chunks if it is too long for one cookie. Also deletes
 * cookies of an earlier value that are not overwritten.
 */
export function writeChunked(
  base: NamedCookie,
  value: string,
  lifetime: CookieLifetime,
  request: RequestCookies,
): readonly ResponseCookie[] {
  const { expires: _, maxAge: __, ...attributes } = base.options
  const isBrief = lifetime.expires === undefined && lifetime.maxAge === undefined
  const options = isBrief ? attributes : { ...base.options, ...lifetime }
  const values = divide(base, value, (name) => serializeCookie({ name, value: '', options }).length)
  const written = values.map(([name, part]) => ({ name, value: part, options }))
  const obsolete = sentNames(base.name, request).filter((sent) => !values.some(([name]) => name === sent))
  return [...clearTwin(base, request), ...obsolete.map((name) => clearCookie(name, base.options)), ...written]
}

/**
 * Returns the names and the values of the cookies.
 *
 * @param overhead - Returns the size of a cookie without its value, in bytes.
 */
function divide(
  { name, maxValue = MAX_COOKIE_BYTES }: NamedCookie,
  value: string,
  overhead: (name: string) => number,
): [string, string][] {
  const size = escapeCookieValue(value).length
  if (size <= Math.min(maxValue, MAX_COOKIE_BYTES - overhead(name))) return [[name, value]]
  const room = Math.min(maxValue, MAX_COOKIE_BYTES - overhead(`${name}.${MAX_CHUNKS - 1}`))
  if (size > MAX_TOTAL_BYTES) {
    throw new AuthError(
      `The value of the cookie "${name}" takes more than ${MAX_TOTAL_BYTES} bytes, and servers refuse requests with so many bytes. Store less in it, for example an id instead of the data.`,
    )
  }
  const parts = room < MAX_ESCAPED_BYTES ? [] : split(value, room)
  if (parts.length === 0 || parts.length > MAX_CHUNKS) {
    throw new AuthError(
      `The name of a cookie, or its attributes, leaves no room for a value: shorten "${name}".`,
    )
  }
  return parts.map((part, index) => [`${name}.${index}`, part])
}

/**
 * Divides a value without splitting a character.
 *
 * @param maxBytes - Maximum size of a chunk after percent-encoding.
 */
function split(value: string, maxBytes: number): string[] {
  const parts: string[] = []
  let part = ''
  let size = 0
  for (const character of value) {
    const cost = encodeURIComponent(character).length
    if (size + cost > maxBytes) {
      parts.push(part)
      part = ''
      size = 0
    }
    part += character
    size += cost
  }
  return [...parts, part]
}
