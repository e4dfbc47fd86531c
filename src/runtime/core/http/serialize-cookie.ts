import type { ResponseCookie } from './cookies.js'

/** Visible ASCII characters that do not end a name. */
const NAME = /^[!-:<>-~]+$/

/**
 * ASCII without control characters, `;` and `<`. A `;` ends an attribute, and browsers write `<` as `%3C` in
 * a URL.
 */
const PATH = /^[ -:=-~]*$/

const DOMAIN = /^[.]?(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?[.])*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i

const PRIORITIES: readonly string[] = ['Low', 'Medium', 'High']

const SAME_SITE: readonly string[] = ['Strict', 'Lax', 'None']

/** @see https://www.rfc-editor.org/rfc/rfc6265.html#section-4.1 */
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
  if (priority) text += `; Priority=${spelled('priority', priority, PRIORITIES)}`
  // Some libraries use `true` for `Strict`.
  const site: unknown = sameSite
  return site ? `${text}; SameSite=${site === true ? 'Strict' : spelled('sameSite', site, SAME_SITE)}` : text
}

export function escapeCookieValue(value: string): string {
  return /^[\w.-]*$/.test(value) ? value : encodeURIComponent(value)
}

/**
 * Returns the value of an option in its usual capitalization. JavaScript code may pass another
 * capitalization. Throws for other values.
 */
function spelled(option: string, value: unknown, spellings: readonly string[]): string {
  const spelling = spellings.find((each) => each.toLowerCase() === String(value).toLowerCase())
  requireWritable(spelling !== undefined, `option ${option}`, value)
  return spelling
}

function requireWritable(isWritable: boolean, part: string, value: unknown): asserts isWritable {
  if (!isWritable) throw new TypeError(`The ${part} of a cookie is invalid: ${value}`)
}
