import { membersOf } from '../base/members-of.js'
import { unicodePattern } from '../base/unicode.js'

const MAX_DEPTH = 5

/**
 * Returns the error itself if it contains no secret, otherwise a copy without the secrets. Database drivers
 * quote the parameters of a statement in errors, and applications quote their arguments.
 */
export function redacted(error: Error, secrets: readonly string[]): Error {
  // Longest first, because one secret may contain another.
  const patterns = [...new Set(secrets.flatMap(spellingsOf))]
    .filter((secret) => secret !== '')
    .sort((a, b) => b.length - a.length)
    .map(patternOf)
  return patterns.length > 0 ? (redaction(patterns)(error, MAX_DEPTH) as Error) : error
}

/** Returns the secret itself, and how it is written in JSON, in a form and in a URL. */
function spellingsOf(secret: string): readonly string[] {
  const form = new URLSearchParams([['', secret]])
  // `get` replaces lone surrogates, which `encodeURIComponent` refuses.
  const inUrl = encodeURIComponent(form.get('') ?? '')
  return [secret, JSON.stringify(secret).slice(1, -1), form.toString().slice(1), inUrl]
}

/** Matches names in lower case, with `_` between words. */
const SECRET_NAME =
  /(?:pass(?:word|phrase|code|wd)|pwd|secret|token|otp|verifier|assertion|(?:access|api|private|secret|signing)_?key|password_?(?:again|check|confirm(?:ation)?|repeat)|(?:^|_)(?:pass|pin|cv[cv])|(?:otp|pin|mfa|2fa|sms|e_?mail|one_?time|factor|access|security|recovery|reset|backup|unlock|device|(?:log|sign)_?in|auth|(?:activ|confirm|verific|authentic|authoriz)ation)_?code|^(?:code|session_state))[_\d]*$/

/**
 * Whether a field with this name contains a secret. `userPin`, `user-pin` and `user[pin]` count as the same
 * name.
 */
export function isSecretName(name: string): boolean {
  const words = name.replace(/([a-z\d])([A-Z])/g, '$1_$2').replace(/[\s.:[\]-]+/g, '_')
  return SECRET_NAME.test(words.toLowerCase())
}

/**
 * Returns the secrets in a list of values. A string in the list is a secret. A member of an object is a
 * secret only if its name is that of a secret, such as `clientSecret`. Nested objects are searched as well.
 */
export function secretsIn(objects: readonly unknown[]): string[] {
  return objects.flatMap((each) => {
    if (typeof each === 'string') return each
    if (each instanceof Request) return [...secretsOfHeaders(each.headers), ...secretsOfQuery(each.url)]
    if (each instanceof Headers) return secretsOfHeaders(each)
    return secretMembers(each)
  })
}

function secretsOfHeaders(headers: Iterable<readonly [name: string, value: string]>): string[] {
  return [...headers].flatMap(([name, value]) => {
    if (name === 'cookie') {
      const cookies = value.replace(/[+&]/g, encodeURIComponent).replace(/; */g, '&')
      return [value, ...secretsOfQuery(`?${cookies}`, MIN_DISTINCT_CHARACTERS)]
    }
    // The credentials follow a scheme, such as `Bearer`.
    if (name.endsWith('authorization')) return [value, value.replace(/^\S+ /, '')]
    return isSecretName(name) ? [value] : []
  })
}

/**
 * Returns the values of parameters that are secrets.
 *
 * @param minLength - Values with at least this many characters count as secrets, whatever their name is. In
 * cookies, this excludes short values such as `theme=dark`.
 */
function secretsOfQuery(url: string, minLength = Number.POSITIVE_INFINITY): string[] {
  return [...new URLSearchParams(url.replace(/^[^?]*\?/, ''))].flatMap(([name, value]) =>
    isSecretName(name) || value.length >= minLength ? [value] : [],
  )
}

/**
 * Returns the secrets in an object and its nested objects. Visits each object once, because objects can refer
 * to each other.
 */
function secretMembers(root: unknown): string[] {
  const secrets: string[] = []
  const objects = new Map([[root, 0]])
  for (const [object, depth] of objects) {
    if (typeof object !== 'object' || object === null || depth === MAX_DEPTH) continue
    for (const name of namesOf(object)) {
      const value = read(object, name)
      if (typeof value === 'object' && !objects.has(value)) objects.set(value, depth + 1)
      else if (isSecretName(name)) secrets.push(...secretText(value))
    }
  }
  return secrets
}

/**
 * Returns a secret as strings to remove. Each long line of a PEM key is removed separately, because JSON and
 * environment variables write line breaks differently.
 */
function secretText(text: unknown): string[] {
  if (typeof text === 'number') return [String(text)]
  if (typeof text !== 'string' || text === '') return []
  return text.includes('-----BEGIN ') ? [text, ...(text.match(/[\w+/=]{32,}/g) ?? [])] : [text]
}

/**
 * A secret with fewer characters is matched only as a separate word, because it may be part of an ordinary word
 * or number.
 */
const MIN_DISTINCT_CHARACTERS = 8

/** Like `MIN_DISTINCT_CHARACTERS`, for a secret that consists only of letters. */
const MIN_DISTINCT_LETTERS = 16

const LETTERS = unicodePattern(String.raw`^\p{L}+$`)

/**
 * The character before the secret is not a letter or digit, or it ends an escape sequence of a URL, JSON, a
 * mail or a terminal.
 */
const BEFORE = String.raw`(?:(?<![\p{L}\p{N}])|(?<=[%=][\dA-Fa-f]{2}|\x1b\[[\d;]*m|\\[bfnrt]|\\u[\dA-Fa-f]{4}))`

const AFTER = String.raw`(?![\p{L}\p{N}])`

function patternOf(secret: string): RegExp {
  const text = secret.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
  const minDistinct = LETTERS.test(secret) ? MIN_DISTINCT_LETTERS : MIN_DISTINCT_CHARACTERS
  const mayBePartOfWords = secret.length < minDistinct
  return new RegExp(mayBePartOfWords ? BEFORE + text + AFTER : text, 'gu')
}

type AtDepth<Result> = (value: unknown, depth: number) => Result

function redaction(secrets: readonly RegExp[]): AtDepth<unknown> {
  const containsSecret = oncePerObject((original, depth): boolean => {
    const value = contentsOf(original)
    if (typeof value === 'string') return secrets.some((secret) => value.search(secret) !== -1)
    if (typeof value !== 'object' || value === null) return false
    // Deeper objects are not searched, so each counts as an object with a secret.
    if (depth === 0) return namesOf(value).length > 0
    return namesOf(value).some((name) => containsSecret(read(value, name), depth - 1))
  })
  const copy = oncePerObject((original, depth): unknown => {
    if (!containsSecret(original, depth)) return original
    const value = contentsOf(original) as string | object
    if (typeof value === 'string') {
      return secrets.reduce<string>((text, secret) => text.replace(secret, '[redacted]'), value)
    }
    if (depth === 0) return undefined
    const result: object = Array.isArray(value) ? [] : Object.create(Object.getPrototypeOf(value))
    for (const name of namesOf(value)) {
      if (Array.isArray(value) && name === 'length') continue
      Object.defineProperty(result, name, {
        value: copy(read(value, name), depth - 1),
        enumerable: Object.prototype.propertyIsEnumerable.call(value, name),
        configurable: true,
        writable: true,
      })
    }
    return result
  })
  return copy
}

/**
 * Caches results per object and depth. Otherwise, objects that refer to each other would be visited again by
 * every path between them.
 */
function oncePerObject<Result>(compute: AtDepth<Result>): AtDepth<Result> {
  const results = new Map<unknown, Map<number, Result>>()
  return (value, depth) => {
    if (typeof value !== 'object' || value === null) return compute(value, depth)
    const ofValue = results.get(value) ?? new Map<number, Result>()
    results.set(value, ofValue)
    if (!ofValue.has(depth)) ofValue.set(depth, compute(value, depth))
    return ofValue.get(depth) as Result
  }
}

/**
 * Returns the contents of a collection, URL, request or response, which a log shows. `namesOf` does not find
 * them, because they are not in fields. Converts numbers to strings, and returns other values unchanged.
 */
function contentsOf(value: unknown): unknown {
  if (typeof value === 'number') return String(value)
  if (value instanceof URL) return value.href
  if (value instanceof Request || value instanceof Response) return { url: value.url, headers: value.headers }
  // True for `Headers`, `URLSearchParams`, `FormData`, `Map` and `Set`, but not for arrays and iterators.
  const isCollection = ['has', Symbol.iterator].every(
    (name) => typeof read(membersOf(value), name) === 'function',
  )
  return isCollection ? [...(value as Set<unknown>)] : value
}

/** Returns the value of a field, or `undefined` if its getter throws. The error must still be logged. */
function read(object: object, name: PropertyKey): unknown {
  try {
    return Reflect.get(object, name)
  } catch {
    return undefined
  }
}

/**
 * Returns the names of all fields, including those that are not enumerable, such as the message of an error.
 * Returns none for byte arrays, which have one field per byte and no strings.
 */
function namesOf(value: object): string[] {
  return ArrayBuffer.isView(value) ? [] : Object.getOwnPropertyNames(value)
}
