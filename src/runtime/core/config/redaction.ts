import { membersOf } from '../base/type-guards.js'
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

/** Names of passwords, tokens, keys and codes in providers and forms. */
const SECRET_NAME =
  /(?:password|passphrase|passcode|secret|token|otp|(?:api|private|secret)[_-]?key)$|(?:^|[_-])(?:pin|cvc|cvv)$|(?:otp|pin|mfa|2fa|sms|onetime|one[_-]time|security|recovery|backup|verification|auth|login)[_-]?code$|^(?:code|session_state)$/i

/**
 * Whether a field with this name contains a secret. Secrets must not appear in a log, or in a form that is
 * shown again.
 */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name)
}

/**
 * Collects the strings under names of secrets in these objects, and in nested objects such as
 * `clientSecretKey`. A string in the list is itself a secret.
 */
export function secretsIn(objects: readonly unknown[]): string[] {
  return objects.flatMap((each) =>
    typeof each === 'string'
      ? each
      : secretMembers(each).flatMap((member) =>
          typeof member === 'string' ? secretText(member) : secretMembers(member).flatMap(secretText),
        ),
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

function repeats(value: unknown, secrets: readonly RegExp[], depth: number): boolean {
  if (typeof value === 'string') return secrets.some((secret) => value.search(secret) !== -1)
  if (typeof value !== 'object' || value === null) return false
  // Values at this depth are not searched, so they may contain a secret.
  if (depth === 0) return namesOf(value).length > 0
  return namesOf(value).some((name) => repeats(read(value, name), secrets, depth - 1))
}

function copy(value: unknown, secrets: readonly RegExp[], depth: number): unknown {
  if (typeof value === 'string') {
    return secrets.reduce<string>((text, secret) => text.replace(secret, '[redacted]'), value)
  }
  if (typeof value !== 'object' || value === null || !repeats(value, secrets, depth)) return value
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

/** Reads a field. A getter may throw, and the error must be logged anyway. */
function read(object: object, name: string): unknown {
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
