import type { CookieAttributes } from '../../options/cookies-options.js'

/** The attributes of a cookie in a response. */
export interface ResponseCookieAttributes extends CookieAttributes {
  /** Whole seconds; 0 deletes the cookie. */
  maxAge?: number
  expires?: Date
}

/** A cookie that a response sets or deletes. */
export interface ResponseCookie {
  readonly name: string
  readonly value: string
  readonly options: ResponseCookieAttributes
}

/** Neither a control character nor what ends a name. */
const NAME = /^[!-:<>-~]+$/

/** What a path may hold, and a domain: neither a control character nor what ends an attribute. */
const PATH = /^[ -:=-~]*$/
const DOMAIN = /^[.]?(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?[.])*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i

/** The spellings of attributes that have one value of a few. */
const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ...['Strict', 'Lax', 'None', 'Low', 'Medium', 'High'].map((name) => [name.toLowerCase(), name] as const),
  // As some libraries have it.
  ['true', 'Strict'],
])

/**
 * The value of a `Set-Cookie` header, always in visible ASCII.
 *
 * @throws TypeError when the name or an attribute cannot be written.
 * @see https://www.rfc-editor.org/rfc/rfc6265.html#section-4.1
 */
export function serializeCookie({ name, value, options }: ResponseCookie): string {
  const { maxAge, domain, path, expires, httpOnly, secure, partitioned, priority, sameSite } = options
  requireWritable(NAME.test(name), 'name', name)
  let text = `${name}=${escapeCookieValue(value)}`
  if (maxAge !== undefined) {
    requireWritable(Number.isInteger(maxAge), 'option maxAge', maxAge)
    text += `; Max-Age=${maxAge}`
  }
  if (domain) {
    requireWritable(DOMAIN.test(domain), 'option domain', domain)
    text += `; Domain=${domain}`
  }
  if (path) {
    requireWritable(PATH.test(path), 'option path', path)
    text += `; Path=${path}`
  }
  if (expires) {
    requireWritable(Number.isFinite(expires.getTime()), 'option expires', expires)
    text += `; Expires=${expires.toUTCString()}`
  }
  if (httpOnly) text += '; HttpOnly'
  if (secure) text += '; Secure'
  if (partitioned) text += '; Partitioned'
  if (priority) text += `; Priority=${spelled('priority', priority)}`
  return sameSite ? `${text}; SameSite=${spelled('sameSite', sameSite)}` : text
}

/** A value as a cookie holds it. A token needs no escape, and is not copied. */
export function escapeCookieValue(value: string): string {
  return /^[\w.-]*$/.test(value) ? value : encodeURIComponent(value)
}

/** JavaScript may give another value, or the same in other letters. */
function spelled(option: string, value: string): string {
  const spelling = SPELLINGS.get(String(value).toLowerCase())
  requireWritable(spelling !== undefined, `option ${option}`, value)
  return spelling
}

function requireWritable(holds: boolean, what: string, value: unknown): asserts holds {
  if (!holds) throw new TypeError(`The ${what} of a cookie is invalid: ${value}`)
}

/** Deletes a cookie; a browser only does so when path, domain and partition are those it was set with. */
export function clearCookie(name: string, options: CookieAttributes): ResponseCookie {
  return { name, value: '', options: { ...options, maxAge: 0 } }
}
