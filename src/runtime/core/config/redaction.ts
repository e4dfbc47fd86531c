import { membersOf } from '../base/type-guards.js'
import { unicodePattern } from '../base/unicode.js'

/** How deep an error and its causes are searched for secrets. */
const MAX_DEPTH = 5

/**
 * An error without these texts, for what it says is logged: drivers repeat the parameters of a statement, and an
 * application what it was given. An error that repeats none is the same error; of another, a copy is made that has its
 * name, message, stack and fields.
 */
export function redacted(error: Error, secrets: readonly string[]): Error {
  // The longest first: one may be a part of another.
  const patterns = secrets
    .filter((secret) => secret !== '')
    .sort((a, b) => b.length - a.length)
    .map(patternOf)
  return patterns.length > 0 && repeats(error, patterns, MAX_DEPTH)
    ? (copy(error, patterns, MAX_DEPTH) as Error)
    : error
}

/** Names of secrets: passwords, tokens, keys and codes, as providers and forms name them. */
const SECRET_NAME =
  /(?:password|passphrase|passcode|secret|token|otp|(?:api|private|secret)[_-]?key)$|(?:^|[_-])(?:pin|cvc|cvv)$|(?:otp|pin|mfa|2fa|sms|onetime|one[_-]time|security|recovery|backup|verification|auth|login)[_-]?code$|^(?:code|session_state)$/i

/** Whether a field of this name holds a secret, which must appear neither in a log nor in a form that is shown again. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name)
}

/**
 * The strings that stand under a name of a secret in any of these objects, and in those under such a name, as in `clientSecretKey`. A
 * string among the objects is a secret itself.
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

/** The members under a name of a secret. */
function secretMembers(object: unknown): unknown[] {
  return Object.entries(membersOf(object)).flatMap(([name, value]) => (isSecretName(name) ? [value] : []))
}

/** A secret, and the lines of a key in PEM: JSON and environment variables write its line breaks in several ways. */
function secretText(text: unknown): string[] {
  if (typeof text !== 'string' || text === '') return []
  return text.includes('-----BEGIN ') ? [text, ...(text.match(/[\w+/=]{32,}/g) ?? [])] : [text]
}

/** Characters below which a string may be part of an ordinary word, or of a number. */
const SHORT = 8

/** The same for a string of letters alone. */
const LONG_WORD = 16

const LETTERS = unicodePattern(String.raw`^\p{L}+$`)

/** Before a string that stands alone: no letter or digit, but for those of an escape in a URL, in JSON, in a mail or of a terminal. */
const BEFORE = String.raw`(?:(?<![\p{L}\p{N}])|(?<=[%=][\dA-Fa-f]{2}|\x1b\[[\d;]*m|\\[bfnrt]|\\u[\dA-Fa-f]{4}))`

const AFTER = String.raw`(?![\p{L}\p{N}])`

/** Finds a secret. One that may be a part of ordinary words is found where it stands alone: the password `at` is not in `database`. */
function patternOf(secret: string): RegExp {
  const text = secret.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
  const mayBePartOfWords = secret.length < (LETTERS.test(secret) ? LONG_WORD : SHORT)
  return new RegExp(mayBePartOfWords ? BEFORE + text + AFTER : text, 'gu')
}

function repeats(value: unknown, secrets: readonly RegExp[], depth: number): boolean {
  if (typeof value === 'string') return secrets.some((secret) => value.search(secret) !== -1)
  if (typeof value !== 'object' || value === null) return false
  // Too deep to be searched, so it may repeat one.
  if (depth === 0) return namesOf(value).length > 0
  return namesOf(value).some((name) => repeats(read(value, name), secrets, depth - 1))
}

function copy(value: unknown, secrets: readonly RegExp[], depth: number): unknown {
  if (typeof value === 'string') {
    return secrets.reduce<string>((text, secret) => text.replace(secret, '[redacted]'), value)
  }
  if (typeof value !== 'object' || value === null || !repeats(value, secrets, depth)) return value
  // What is nested too deeply to be searched is left out.
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

/** The value of a field. A getter may throw, and the error must be logged all the same. */
function read(object: object, name: string): unknown {
  try {
    return Reflect.get(object, name)
  } catch {
    return undefined
  }
}

/** The names of all own fields: those of an error, such as its message, are not enumerable. Bytes have one each, and are no strings. */
function namesOf(value: object): string[] {
  return ArrayBuffer.isView(value) ? [] : Object.getOwnPropertyNames(value)
}
