import { AuthError } from '../../errors.js'
import type { AuthOptions } from '../../options/auth-options.js'
import type { LoggerInstance } from '../../options/logger.js'
import { asError } from '../base/as-error.js'
import { isPromise } from '../base/awaitable.js'
import { redacted, secretsIn } from './redaction.js'

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
export function describe(error: Error): string {
  const lines: string[] = []
  let current: Error | undefined = error
  while (current && lines.length < 5) {
    const name = current instanceof AuthError ? current.type : current.name
    const { reference } = current as { readonly reference?: unknown }
    const noted = typeof reference === 'string' ? ` (reference ${line(reference)})` : ''
    lines.push(`${name}: ${line(current.message)}${noted}`)
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
  const escaped = text.replace(/[^ -~\xa0-\uffff]/g, (character) => JSON.stringify(character).slice(1, -1))
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

/**
 * Calls a function of the application. What it throws is logged, so it is thrown on without the secrets that the function
 * was given. No module is loaded for that: a process that exits at once would lose the line.
 *
 * @param given - What it was given, called only where it throws: the members of these objects under names of secrets, and strings that
 *   are secrets, are redacted.
 */
export async function redactErrors<T>(call: () => T, given: () => readonly unknown[]): Promise<Awaited<T>> {
  try {
    return await call()
  } catch (error) {
    throw redacted(asError(error), secretsIn(given()))
  }
}

/** The application's log. */
export interface Log {
  readonly logger: LoggerInstance
  readonly warnOnce: WarnOnce
}
