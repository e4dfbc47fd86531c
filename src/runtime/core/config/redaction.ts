import { membersOf } from '../base/members-of.js'
import { unicodePattern } from '../base/unicode.js'

/** Depth to which an error and its causes are searched for secrets. */
const MAX_DEPTH = 5

/**
 * Removes secrets from an error before it is logged: drivers repeat the parameters of a statement, and
 * applications repeat their arguments. An error without secrets is returned unchanged. Otherwise the result
 * is a copy with the name, message, stack and fields.
 */
export function redacted(error: Error, secrets: readonly string[]): Error {
  // Longest first, because one secret may be part of another.
  const patterns = secrets
    .filter((secret) => secret !== '')
    .sort((a, b) => b.length - a.length)
    .map(patternOf)
  return patterns.length > 0 && repeats(error, patterns, MAX_DEPTH)
    ? (copy(error, patterns, MAX_DEPTH) as Error)
    : error
}

/** Names of passwords, tokens, keys and codes in providers, forms and headers: lower case, with `_` between words. */
const SECRET_NAME =
  /(?:pass(?:word|phrase|code|wd)|pwd|secret|token|otp|verifier|assertion|(?:access|api|private|secret|signing)_?key|password_?(?:again|check|confirm(?:ation)?|repeat)|(?:^|_)(?:pass|pin|cv[cv])|(?:otp|pin|mfa|2fa|sms|e_?mail|one_?time|factor|access|security|recovery|reset|backup|unlock|device|(?:log|sign)_?in|auth|(?:activ|confirm|verific|authentic|authoriz)ation)_?code|^(?:code|session_state))[_\d]*$/

/**
 * Whether a field with this name contains a secret. Secrets must not appear in a log, or in a form that is
 * shown again. `userPin`, `user-pin` and `user[pin]` are the same name.
 */
export function isSecretName(name: string): boolean {
  const words = name.replace(/([a-z\d])([A-Z])/g, '$1_$2').replace(/[\s.:[\]-]+/g, '_')
  return SECRET_NAME.test(words.toLowerCase())
}

/**
 * Collects the strings under names of secrets in these objects, and in nested objects such as
 * `clientSecretKey`. A string in the list is itself a secret.
 */
export function secretsIn(objects: readonly unknown[]): string[] {
  return objects.flatMap((each) => {
    if (typeof each === 'string') return each
    if (each instanceof Request) return [...secretsOfHeaders(each.headers), ...secretsOfQuery(each.url)]
    if (each instanceof Headers) return secretsOfHeaders(each)
    return secretMembers(each).flatMap((member) =>
      typeof member === 'string' ? secretText(member) : secretMembers(member).flatMap(secretText),
    )
  })
}

/** Cookies, credentials, and other headers with the name of a secret. */
function secretsOfHeaders(headers: Iterable<readonly [name: string, value: string]>): string[] {
  return [...headers].flatMap(([name, value]) => {
    if (name === 'cookie') {
      const cookies = value.replace(/[+&]/g, encodeURIComponent).replace(/; */g, '&')
      return [value, ...secretsOfQuery(`?${cookies}`, SHORT)]
    }
    // The credentials follow a scheme, such as `Bearer`.
    if (name.endsWith('authorization')) return [value, value.replace(/^\S+ /, '')]
    return isSecretName(name) ? [value] : []
  })
}

/**
 * Query parameters with the name of a secret, decoded and encoded.
 *
 * @param long - A value of this length is a secret, whatever its name is. A cookie such as `theme=dark` is none.
 */
function secretsOfQuery(url: string, long = Number.POSITIVE_INFINITY): string[] {
  return [...new URLSearchParams(url.replace(/^[^?]*\?/, ''))].flatMap(([name, value]) =>
    isSecretName(name) || value.length >= long ? [value, encodeURIComponent(value)] : [],
  )
}

/** The members of an object that are named like secrets. */
function secretMembers(object: unknown): unknown[] {
  return Object.entries(membersOf(object)).flatMap(([name, value]) => (isSecretName(name) ? [value] : []))
}

/**
 * Returns a secret and the lines of a PEM key, because JSON and environment variables write line breaks in
 * different ways.
 */
function secretText(text: unknown): string[] {
  if (typeof text !== 'string' || text === '') return []
  return text.includes('-----BEGIN ') ? [text, ...(text.match(/[\w+/=]{32,}/g) ?? [])] : [text]
}

/** A string shorter than this may be part of an ordinary word or number. */
const SHORT = 8

/** The same for a string that consists only of letters. */
const LONG_WORD = 16

const LETTERS = unicodePattern(String.raw`^\p{L}+$`)

/**
 * Matches the position before a separate word: not after a letter or digit, unless that is part of an escape
 * sequence in a URL, JSON, a mail or a terminal.
 */
const BEFORE = String.raw`(?:(?<![\p{L}\p{N}])|(?<=[%=][\dA-Fa-f]{2}|\x1b\[[\d;]*m|\\[bfnrt]|\\u[\dA-Fa-f]{4}))`

const AFTER = String.raw`(?![\p{L}\p{N}])`

/**
 * A pattern for a secret. A short secret matches only as a separate word, so the password `at` is not found
 * in `database`.
 */
function patternOf(secret: string): RegExp {
  const text = secret.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
  const mayBePartOfWords = secret.length < (LETTERS.test(secret) ? LONG_WORD : SHORT)
  return new RegExp(mayBePartOfWords ? BEFORE + text + AFTER : text, 'gu')
}

function repeats(given: unknown, secrets: readonly RegExp[], depth: number): boolean {
  const value = contentsOf(given)
  if (typeof value === 'string') return secrets.some((secret) => value.search(secret) !== -1)
  if (typeof value !== 'object' || value === null) return false
  // Values at this depth are not searched, so they may contain a secret.
  if (depth === 0) return namesOf(value).length > 0
  return namesOf(value).some((name) => repeats(read(value, name), secrets, depth - 1))
}

function copy(given: unknown, secrets: readonly RegExp[], depth: number): unknown {
  if (!repeats(given, secrets, depth)) return given
  const value = contentsOf(given) as string | object
  if (typeof value === 'string') {
    return secrets.reduce<string>((text, secret) => text.replace(secret, '[redacted]'), value)
  }
  // Values at this depth are not searched, so they are left out.
  if (depth === 0) return undefined
  const made: object = Array.isArray(value) ? [] : Object.create(Object.getPrototypeOf(value))
  for (const name of namesOf(value)) {
    if (Array.isArray(value) && name === 'length') continue
    Object.defineProperty(made, name, {
      value: copy(read(value, name), secrets, depth - 1),
      enumerable: Object.prototype.propertyIsEnumerable.call(value, name),
      configurable: true,
      writable: true,
    })
  }
  return made
}

/** Contents that a log shows although they are in no field: those of collections, URLs, requests and responses. */
function contentsOf(value: unknown): unknown {
  if (value instanceof URL) return value.href
  if (value instanceof Request || value instanceof Response) return { url: value.url, headers: value.headers }
  // `Headers`, `URLSearchParams`, `FormData`, `Map` and `Set`, but no array and no iterator.
  const isCollection = ['has', Symbol.iterator].every(
    (name) => typeof read(membersOf(value), name) === 'function',
  )
  return isCollection ? [...(value as Set<unknown>)] : value
}

/** Reads a field. A getter may throw, and the error must be logged anyway. */
function read(object: object, name: PropertyKey): unknown {
  try {
    return Reflect.get(object, name)
  } catch {
    return undefined
  }
}

/**
 * Names of all own fields. Fields of an error, such as its message, are not enumerable. Byte arrays are
 * skipped: they have one field per byte, and no strings.
 */
function namesOf(value: object): string[] {
  return ArrayBuffer.isView(value) ? [] : Object.getOwnPropertyNames(value)
}
