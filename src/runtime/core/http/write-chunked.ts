import { AuthError } from '../../../errors.js'
import type { NamedCookie } from './cookie-policy.js'
import {
  clearCookie,
  clearTwin,
  escapeCookieValue,
  heldNames,
  type RequestCookies,
  type ResponseCookie,
  serializeCookie,
} from './cookies.js'

/** What browsers keep of a cookie, in bytes: its name, value and attributes together. */
const maxCookieSize = 4_096
/** One digit keeps the name of every part as long as the others. */
const maxChunks = 10
/**
 * The most that all parts take, in bytes. A server that gets more than 16,384 bytes of headers refuses the
 * request, and with it every page, the one to sign out included.
 */
const maxTotal = 12_000
/** The longest escape of one character: four bytes of UTF-8. */
const maxEscape = 12

/** When a cookie ends; with neither, when the browser closes. */
export interface CookieLifetime {
  expires?: Date
  /** Whole seconds. */
  maxAge?: number
}

/**
 * Writes a value of any size. One that does not fit into a cookie is divided into `<name>.0`, `<name>.1`
 * and so on; what the request holds of an earlier value and is not written again is deleted.
 *
 * @throws AuthError when the value takes more than 12,000 bytes.
 */
export function writeChunked(
  base: NamedCookie,
  value: string,
  lifetime: CookieLifetime,
  request: RequestCookies,
): readonly ResponseCookie[] {
  const options = { ...base.options, ...lifetime }
  const values = divide(base, value, (name) => serializeCookie({ name, value: '', options }).length)
  const written = values.map(([name, part]) => ({ name, value: part, options }))
  const left = heldNames(base.name, request).filter((held) => !values.some(([name]) => name === held))
  return [...clearTwin(base, request), ...left.map((name) => clearCookie(name, base.options)), ...written]
}

/** Names and values of the cookies for a value; `overhead` is the size of a cookie without its value. */
function divide(
  { name, maxValue = maxCookieSize }: NamedCookie,
  value: string,
  overhead: (name: string) => number,
): [string, string][] {
  const size = escapeCookieValue(value).length
  if (size <= Math.min(maxValue, maxCookieSize - overhead(name))) return [[name, value]]
  const room = Math.min(maxValue, maxCookieSize - overhead(`${name}.${maxChunks - 1}`))
  if (size > maxTotal) {
    throw new AuthError(
      `The value of the cookie "${name}" takes more than ${maxTotal} bytes, and servers refuse such requests. Put less into it, such as an id in place of what it stands for.`,
    )
  }
  const parts = room < maxEscape ? [] : split(value, room)
  if (parts.length === 0 || parts.length > maxChunks) {
    throw new AuthError(
      `The name of a cookie, or its attributes, leaves no room for a value: shorten "${name}".`,
    )
  }
  return parts.map((part, index) => [`${name}.${index}`, part])
}

/** Splits a string so that each part takes at most `room` bytes once percent-encoded. */
function split(value: string, room: number): string[] {
  const parts: string[] = []
  let part = ''
  let size = 0
  for (const character of value) {
    const cost = encodeURIComponent(character).length
    if (size + cost > room) {
      parts.push(part)
      part = ''
      size = 0
    }
    part += character
    size += cost
  }
  return [...parts, part]
}
