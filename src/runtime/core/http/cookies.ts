import type { CookieAttributes } from '../../../options/cookies-options.js'
import type { NamedCookie } from './cookie-policy.js'

export interface CookieExchange {
  readonly cookies: RequestCookies
  /** The cookies of the response, which are sent whether the request succeeds or fails. */
  readonly setCookies: ResponseCookie[]
}

export function addCookies(exchange: CookieExchange, cookies: Iterable<ResponseCookie>): void {
  const { setCookies } = exchange
  for (const cookie of cookies) {
    const { name, options } = cookie
    const earlier = setCookies.findIndex(
      (each) =>
        each.name === name && each.options.domain === options.domain && each.options.path === options.path,
    )
    if (earlier === -1) setCookies.push(cookie)
    else setCookies[earlier] = cookie
  }
}

export function withdrawCookie({ setCookies }: CookieExchange, base: string): void {
  const others = setCookies.filter(({ name }) => name !== base && !isChunk(name, base))
  setCookies.splice(0, setCookies.length, ...others)
}

const MAX_HEADER_LENGTH = 65_536

const MAX_COOKIES = 1_000

export interface RequestCookies {
  /**
   * Returns the value of a cookie, or `undefined` if there are several cookies with this name, or if the
   * value cannot be decoded.
   */
  get(name: string): string | undefined
  /** Whether the request has a cookie with this name, even if `get` cannot return its value. */
  has(name: string): boolean
  names(): Iterable<string>
  /** Returns all cookies in the order of the header, with undecoded values. */
  pairs(): Iterable<readonly [name: string, value: string]>
  /** The selected value of a cookie that occurs more than once. */
  readonly chosen?: { readonly name: string; readonly value: string | undefined }
}

export const MAX_VALUES = 4

export function valuesOf(name: string, request: RequestCookies): readonly string[] {
  if (!request.has(name)) return []
  const values: string[] = []
  for (const [each, sent] of request.pairs()) {
    const value = each === name ? decodeValue(sent) : undefined
    if (value !== undefined) values.push(value)
  }
  return values
}

export function isRepeated(name: string, request: RequestCookies): boolean {
  const names = sentNames(name, request)
  if (names.length > 1 && request.has(name)) return true
  return names.some((each) => request.get(each) === undefined)
}

/**
 * Parses the header `Cookie`. A name that occurs twice has no value: another host of the same domain can add
 * a second cookie with this name, before or after the real cookie.
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

function parse(header: string): Map<string, string | undefined> {
  const values = new Map<string, string | undefined>()
  if (header.length > MAX_HEADER_LENGTH) return values
  const pairs = header.split(';')
  if (pairs.length > MAX_COOKIES) return values
  for (const pair of pairs) {
    const parts = partsOf(pair)
    if (parts) values.set(parts[0], values.has(parts[0]) ? undefined : parts[1])
  }
  return values
}

function partsOf(pair: string): readonly [name: string, value: string] | undefined {
  const equals = pair.indexOf('=')
  if (equals === -1) return undefined
  const name = withoutSpace(pair.slice(0, equals))
  return name === '' ? undefined : [name, withoutSpace(pair.slice(equals + 1))]
}

const SPACES: readonly (string | undefined)[] = [' ', '\t']

/**
 * Removes spaces and tabs at both ends. `trim()` would also remove U+00A0. For browsers, a cookie whose name
 * begins with U+00A0 and `__Host-` is not a `__Host-` cookie, so another host of the same domain can set it.
 *
 * @see https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis-22#section-5.6
 */
export function withoutSpace(text: string): string {
  let [start, end] = [0, text.length]
  while (SPACES.includes(text[start])) start++
  while (end > start && SPACES.includes(text[end - 1])) end--
  return text.slice(start, end)
}

export function decodeValue(value: string): string | undefined {
  if (!value.includes('%')) return value
  try {
    return decodeURIComponent(value)
  } catch {
    return undefined
  }
}

interface ResponseCookieAttributes extends CookieAttributes {
  /** In whole seconds; 0 deletes the cookie. */
  maxAge?: number
  expires?: Date
}

export interface ResponseCookie {
  readonly name: string
  readonly value: string
  readonly options: ResponseCookieAttributes
}

/**
 * Returns a cookie that deletes the cookie with this name. A browser deletes it only if path, domain and
 * partition match.
 */
export function clearCookie(name: string, options: CookieAttributes): ResponseCookie {
  return { name, value: '', options: { ...options, maxAge: 0 } }
}

/**
 * Returns the value of a cookie that may be divided into chunks. Never combines chunks of two values: returns
 * `undefined` if a chunk is missing, repeated or unreadable, or if there is also an undivided cookie.
 */
export function readChunked(name: string, request: RequestCookies): string | undefined {
  if (request.chosen?.name === name) return request.chosen.value
  const count = chunkNames(name, request).length
  if (count === 0) return request.get(name)
  if (request.has(name)) return undefined
  let value = ''
  for (let index = 0; index < count; index++) {
    const part = request.get(`${name}.${index}`)
    // `writeChunked` writes no empty chunks, so an empty chunk is left over or forged.
    if (!part) return undefined
    value += part
  }
  return value
}

export function clearChunked(base: NamedCookie, request: RequestCookies): readonly ResponseCookie[] {
  const cleared = sentNames(base.name, request).map((name) => clearCookie(name, base.options))
  return [...clearTwin(base, request), ...cleared]
}

export function clearTwin({ twin }: NamedCookie, request: RequestCookies): readonly ResponseCookie[] {
  return twin ? clearChunked(twin, request) : []
}

/** Returns the names of the cookies in the request that contain the value or a chunk of it. */
export function sentNames(base: string, request: RequestCookies): string[] {
  const names = chunkNames(base, request)
  if (request.has(base)) names.unshift(base)
  return names
}

function chunkNames(base: string, request: RequestCookies): string[] {
  const names: string[] = []
  for (const name of request.names()) if (isChunk(name, base)) names.push(name)
  return names
}

/** Whether the cookie `name` is a chunk of `base`. The index has one digit: see `MAX_CHUNKS`. */
function isChunk(name: string, base: string): boolean {
  return name.length === base.length + 2 && name.startsWith(base) && /[.]\d$/.test(name)
}
