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

/** Names of fields that must not appear in a log: tokens of a provider, a session or a claim, keys, and what a user typed. */
const SECRET_NAME =
  /(?:password|passphrase|passcode|secret|token|otp|(?:api|private|secret)_?key)$|^(?:code|pin|session_state)$/i

/** The texts that stand under a name of a secret in any of these objects, and in those under such a name, as in `clientSecretKey`. */
export function secretsIn(...objects: readonly unknown[]): string[] {
  return membersOf(objects).flatMap((member) =>
    typeof member === 'string' ? secretText(member) : membersOf([member]).flatMap(secretText),
  )
}

/** The members under a name of a secret. */
function membersOf(objects: readonly unknown[]): unknown[] {
  return objects.flatMap((object) =>
    Object.entries(Object(object)).flatMap(([name, value]) => (SECRET_NAME.test(name) ? [value] : [])),
  )
}

/** A secret, and the lines of a key in PEM: JSON and environment variables write its line breaks in several ways. */
function secretText(text: unknown): string[] {
  if (typeof text !== 'string' || text === '') return []
  return text.includes('-----BEGIN ') ? [text, ...(text.match(/[\w+/=]{32,}/g) ?? [])] : [text]
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
    const { redacted } = await import('./redaction.js')
    throw redacted(asError(error), secrets())
  }
}

/** The application's log. */
export interface Log {
  readonly logger: LoggerInstance
  readonly warnOnce: WarnOnce
}
