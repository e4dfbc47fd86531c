import { AuthError } from '../../errors.js'
import type { AuthOptions } from '../../options/auth-options.js'
import type { LoggerInstance } from '../../options/logger.js'
import { asError } from '../base/as-error.js'
import { isPromise } from '../base/awaitable.js'

/** Longest text that a log line takes from outside, in characters. */
const MAX_TEXT = 2_000

/** The log of an instance: the application's own functions where it gave some, else the console. */
export function createLogger({
  logger: own = {},
  debug,
}: Pick<AuthOptions, 'logger' | 'debug'>): LoggerInstance {
  return {
    error: (error) =>
      tell(own.error && (() => own.error?.(error)), () => console.error(`[auth][error] ${describe(error)}`)),
    warn: (code, message) =>
      tell(own.warn && (() => own.warn?.(code, message)), () =>
        console.warn(`[auth][warn][${code}]${message ? ` ${line(message)}` : ''}`),
      ),
    debug: (message, details) => {
      if (own.debug)
        tell(
          () => own.debug?.(message, details),
          () => undefined,
        )
      else if (debug) console.debug(`[auth][debug] ${line(message)}`, details ?? '')
    },
  }
}

/**
 * Writes to the application's logger, or else to the console. A logger that throws, at once or later, must change no
 * response, and its messages must not be lost.
 */
function tell(log: (() => unknown) | undefined, otherwise: () => unknown): void {
  const failed = (error: unknown): void => {
    console.error(`[auth][error] The application's \`logger\` threw. ${describe(asError(error))}`)
    otherwise()
  }
  if (!log) return void otherwise()
  try {
    const telling = log()
    if (isPromise(telling)) telling.then(undefined, failed)
  } catch (error) {
    failed(error)
  }
}

/** An error and what caused it, a line each, outermost first. */
function describe(error: Error): string {
  const lines: string[] = []
  let current: Error | undefined = error
  while (current && lines.length < 5) {
    const name = current instanceof AuthError ? current.type : current.name
    lines.push(`${name}: ${line(current.message)}`)
    current = causeOf(current)
  }
  return lines.join('\n[auth][cause] ')
}

function causeOf(error: Error): Error | undefined {
  const cause = error instanceof AuthError ? error.cause?.err : error.cause
  return cause instanceof Error ? cause : undefined
}

/** Text from outside on one line: line breaks and control characters would let it forge log entries. */
function line(text: string): string {
  const escaped = text.replace(/\p{Cc}/gu, (character) => JSON.stringify(character).slice(1, -1))
  return escaped.length > MAX_TEXT ? `${escaped.slice(0, MAX_TEXT)}…` : escaped
}

/** Warns of something, unless it was warned of before. */
export type WarnOnce = (code: string, message: string) => void

/**
 * Warns of what would be in the log at every request.
 *
 * @param warned - The codes that were warned of before: a lazy configuration makes an instance for each request.
 */
export function createWarnOnce(logger: LoggerInstance, warned: Set<string>): WarnOnce {
  return (code, message) => {
    if (warned.has(code)) return
    warned.add(code)
    logger.warn(code, message)
  }
}

/** Names of fields that must not appear in a log: tokens of a provider, a session or a claim, and what a user typed. */
const SECRET_NAME = /(?:password|passphrase|passcode|secret|token|otp)$|^(?:code|pin|session_state)$/i

/** The texts that stand under a name of a secret in any of these objects. */
export function secretsIn(...objects: readonly unknown[]): string[] {
  return objects.flatMap((object) =>
    Object.entries(Object(object)).flatMap(([name, value]) =>
      typeof value === 'string' && value !== '' && SECRET_NAME.test(name) ? [value] : [],
    ),
  )
}

/**
 * Calls a function of the application. What it throws is logged, so it is thrown on without the secrets that the function
 * was given.
 *
 * @param secrets - Called only where it throws.
 */
export async function redactErrors<T>(call: () => T, secrets: () => readonly string[]): Promise<Awaited<T>> {
  try {
    return await call()
  } catch (error) {
    throw redacted(asError(error), secrets())
  }
}

/** How deep an error and what caused it is looked through. */
const MAX_DEPTH = 5

/**
 * An error without these texts, for what it says is logged: drivers repeat the parameters of a statement, and an
 * application what it was given. An error that repeats none is the same error; of another, a copy is made that has its
 * name, message, stack and fields.
 */
export function redacted(error: Error, secrets: readonly string[]): Error {
  // The longest first: one may be a part of another.
  const patterns = [...secrets].sort((a, b) => b.length - a.length).map(patternOf)
  return patterns.length > 0 && repeats(error, patterns, MAX_DEPTH)
    ? (copy(error, patterns, MAX_DEPTH) as Error)
    : error
}

/** Characters below which a string may be part of an ordinary word, or of a number. */
const SHORT = 8

/** The same of one of letters alone. */
const LONG_WORD = 16

const LETTERS = /^\p{L}+$/u

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
  return depth > 0 && namesOf(value).some((name) => repeats(Reflect.get(value, name), secrets, depth - 1))
}

function copy(value: unknown, secrets: readonly RegExp[], depth: number): unknown {
  if (typeof value === 'string') {
    return secrets.reduce<string>((text, secret) => text.replace(secret, '[redacted]'), value)
  }
  if (typeof value !== 'object' || value === null || !repeats(value, secrets, depth)) return value
  // What lies too deep to be looked through is left out.
  if (depth === 0) return undefined
  const made: object = Array.isArray(value) ? [] : Object.create(Object.getPrototypeOf(value))
  for (const name of namesOf(value)) {
    if (Array.isArray(value) && name === 'length') continue
    Object.defineProperty(made, name, {
      value: copy(Reflect.get(value, name), secrets, depth - 1),
      enumerable: Object.prototype.propertyIsEnumerable.call(value, name),
      configurable: true,
      writable: true,
    })
  }
  return made
}

/** The names of all own fields: those of an error, such as its message, are not enumerable. Bytes have one each, and are no strings. */
function namesOf(value: object): string[] {
  return ArrayBuffer.isView(value) ? [] : Object.getOwnPropertyNames(value)
}

/** The application's log. */
export interface Log {
  readonly logger: LoggerInstance
  readonly warnOnce: WarnOnce
}
