import type { CookieAttributes } from '../../../options/cookies-options.js'
import type { NamedCookie } from './cookie-policy.js'

/** The cookies of one request, and those that its response will set. */
export interface CookieExchange {
  readonly cookies: RequestCookies
  /** Sent with success and failure alike. A later cookie replaces one of the same name, domain and path. */
  readonly setCookies: ResponseCookie[]
}

export function addCookies(exchange: CookieExchange, cookies: Iterable<ResponseCookie>): void {
  const { setCookies: all } = exchange
  for (const cookie of cookies) {
    const { name, options } = cookie
    const earlier = all.findIndex(
      (each) =>
        each.name === name && each.options.domain === options.domain && each.options.path === options.path,
    )
    if (earlier === -1) all.push(cookie)
    else all[earlier] = cookie
  }
}

/** Takes back a cookie, or the parts of a divided one, that the response would have set. */
export function withdrawCookie({ setCookies: all }: CookieExchange, base: string): void {
  const isPart = (name: string): boolean =>
    name === base || (name.length === base.length + 2 && name.startsWith(`${base}.`))
  all.splice(0, all.length, ...all.filter(({ name }) => !isPart(name)))
}

/** Longer headers, in characters, and headers with more cookies than this count as nothing. */
const maxLength = 65_536
const maxCookies = 1_000

/** The cookies of a request. */
export interface RequestCookies {
  /** The value of the only cookie of exactly this name; `undefined` when there are two, or it cannot be decoded. */
  get(name: string): string | undefined
  /** Whether there is a cookie of this name, readable or not. */
  has(name: string): boolean
  /** The names of all cookies, readable or not. */
  names(): Iterable<string>
  /** All cookies in the order of the header, with values as they were sent. */
  pairs(): Iterable<readonly [name: string, value: string]>
  /** The value of a cookie that occurs more than once, where it is known which one is ours. */
  readonly chosen?: { readonly name: string; readonly value: string | undefined }
}

/** Characters that all cookies of this name take in the header. */
export function lengthOf(name: string, request: RequestCookies): number {
  let length = 0
  for (const [each, value] of request.pairs()) {
    if (each === name) length += name.length + value.length + SEPARATORS
  }
  return length
}

/** Characters between two cookies, and between name and value. */
const SEPARATORS = 3

/** Values of one cookie that are looked at. */
export const MAX_VALUES = 4

/** The values of all cookies of exactly this name that can be decoded. */
export function valuesOf(name: string, request: RequestCookies): readonly string[] {
  if (!request.has(name)) return []
  const values: string[] = []
  for (const [each, sent] of request.pairs()) {
    const value = each === name ? decodeValue(sent) : undefined
    if (value !== undefined) values.push(value)
  }
  return values
}

/** Whether a request has more than one value of a cookie that may be in parts. */
export function isRepeated(name: string, request: RequestCookies): boolean {
  const first = `${name}.0`
  if (request.has(first)) return request.has(name) || request.get(first) === undefined
  return request.has(name) && request.get(name) === undefined
}

/**
 * Reads a `Cookie` header. A name that occurs twice has no value, because nothing says which of the two
 * is ours: another host of the same domain can add a cookie, and chooses which comes first.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6265.html#section-4.2
 */
export function readCookies(header: string | null): RequestCookies {
  return new ParsedCookies(header ?? '')
}

class ParsedCookies implements RequestCookies {
  readonly #header: string
  readonly #values: ReadonlyMap<string, string | undefined>

  constructor(header: string) {
    this.#header = header
    this.#values = parse(header)
  }

  get(name: string): string | undefined {
    const value = this.#values.get(name)
    return value === undefined ? undefined : decodeValue(value)
  }

  has(name: string): boolean {
    return this.#values.has(name)
  }

  names(): Iterable<string> {
    return this.#values.keys()
  }

  *pairs(): Iterable<readonly [string, string]> {
    if (this.#values.size === 0) return
    for (const pair of this.#header.split(';')) {
      const parts = partsOf(pair)
      if (parts) yield parts
    }
  }
}

/** Values as they were sent, by name; `undefined` for a name that occurs twice. */
function parse(header: string): Map<string, string | undefined> {
  const values = new Map<string, string | undefined>()
  if (header.length > maxLength) return values
  const pairs = header.split(';')
  if (pairs.length > maxCookies) return values
  for (const pair of pairs) {
    const parts = partsOf(pair)
    if (parts) values.set(parts[0], values.has(parts[0]) ? undefined : parts[1])
  }
  return values
}

/** Name and value of a pair; `undefined` where it has no name. */
function partsOf(pair: string): readonly [name: string, value: string] | undefined {
  const equals = pair.indexOf('=')
  if (equals === -1) return undefined
  const name = withoutSpace(pair.slice(0, equals))
  return name === '' ? undefined : [name, withoutSpace(pair.slice(equals + 1))]
}

const SPACES: readonly (string | undefined)[] = [' ', '\t']

/**
 * A name or value without the spaces and tabs around it, which browsers leave out as well. `trim()` would remove more: to a browser a name that
 * begins with U+00A0 has no prefix, so a host of the same domain can set it, and without that sign it would be a `__Host-` cookie.
 *
 * @see https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis-22#section-5.6
 */
export function withoutSpace(text: string): string {
  let [start, end] = [0, text.length]
  while (SPACES.includes(text[start])) start++
  while (end > start && SPACES.includes(text[end - 1])) end--
  return text.slice(start, end)
}

/** A value without its escapes; `undefined` where they are malformed. */
export function decodeValue(value: string): string | undefined {
  if (!value.includes('%')) return value
  try {
    return decodeURIComponent(value)
  } catch {
    return undefined
  }
}

/** The attributes of a cookie in a response. */
interface ResponseCookieAttributes extends CookieAttributes {
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

/**
 * Reads what `writeChunked` wrote. `undefined` when a part is missing, occurs twice or is unreadable, and
 * when the undivided cookie stands beside parts: pieces of two values are never put together.
 */
export function readChunked(name: string, request: RequestCookies): string | undefined {
  if (request.chosen?.name === name) return request.chosen.value
  const count = chunkNames(name, request).length
  if (count === 0) return request.get(name)
  if (request.has(name)) return undefined
  let value = ''
  for (let index = 0; index < count; index++) {
    const part = request.get(`${name}.${index}`)
    // No part is ever written empty: it was left over, or put there.
    if (!part) return undefined
    value += part
  }
  return value
}

/** Deletes every cookie of the request that holds the value or a part of it. */
export function clearChunked(base: NamedCookie, request: RequestCookies): readonly ResponseCookie[] {
  const held = heldNames(base.name, request).map((name) => clearCookie(name, base.options))
  return [...clearTwin(base, request), ...held]
}

/** Deletes the cookie that stood in the place of this one before it had a domain. */
export function clearTwin({ twin }: NamedCookie, request: RequestCookies): readonly ResponseCookie[] {
  return twin ? clearChunked(twin, request) : []
}

/** The names in the request that hold the value or a part of it. */
export function heldNames(base: string, request: RequestCookies): string[] {
  const names = chunkNames(base, request)
  if (request.has(base)) names.unshift(base)
  return names
}

/** The names in the request that are the base name and an index from 0 to 9. */
function chunkNames(base: string, request: RequestCookies): string[] {
  const names: string[] = []
  for (const name of request.names()) {
    if (name.length === base.length + 2 && name.startsWith(base) && /[.]\d$/.test(name)) names.push(name)
  }
  return names
}
