import { AdapterError, AuthError, StoreError } from '../../../errors.js'
import { type Awaitable, isPromise } from '../../../model/awaitable.js'
import type { AuthOptions, LoggerInstance } from '../../../options/auth-options.js'
import { asError } from '../base/as-error.js'
import type { Clock } from '../base/clock.js'
import { redacted, secretsIn } from './redaction.js'

/** Maximum length of a string from outside in a log line, in characters. */
const MAX_TEXT = 2_000

/** The log of an app. Functions that the application did not pass write to the console. */
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

/** An error and its causes, one per line, outermost first. */
export function describe(error: Error): string {
  const lines = withCauses(error).map((each) => {
    const name = each instanceof AuthError ? each.type : each.name
    const { reference } = each as { readonly reference?: unknown }
    const noted = typeof reference === 'string' ? ` (reference ${line(reference)})` : ''
    return `${name}: ${line(each.message)}${noted}`
  })
  return lines.join('\n[auth][cause] ')
}

/** An error and at most four causes, outermost first. Errors can cause each other. */
function withCauses(error: Error): readonly Error[] {
  const errors = [error]
  for (let cause = causeOf(error); cause && errors.length < 5; cause = causeOf(cause)) errors.push(cause)
  return errors
}

function causeOf(error: Error): Error | undefined {
  const cause = error instanceof AuthError ? error.cause?.err : error.cause
  return cause instanceof Error ? cause : undefined
}

/** Control characters, line and paragraph separators, and characters that change the writing direction. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu

/** Writes text from outside on one line. Control characters could forge log entries, or control a terminal. */
function line(text: string): string {
  const escaped = text.replace(CONTROL, (character) =>
    character === '\n' ? '\\n' : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return escaped.length > MAX_TEXT ? `${escaped.slice(0, MAX_TEXT)}…` : escaped
}

/** Logs a warning once per code. */
export type WarnOnce = (code: string, message: string) => void

/**
 * Logs warnings once that each request would log.
 *
 * @param warned - The codes that were logged. All apps of a lazy configuration share it, one for each request.
 */
export function createWarnOnce(logger: LoggerInstance, warned: Set<string>): WarnOnce {
  return (code, message) => {
    if (warned.has(code)) return
    warned.add(code)
    logger.warn(code, message)
  }
}

/**
 * Calls a function of the application. If it throws, its error is thrown again without the secrets among its
 * arguments. This code is never loaded lazily: a process that exits at once would lose the log line.
 *
 * @param args - Returns the arguments, and is called only if the function throws. See `withoutSecrets`.
 */
export async function redactErrors<T>(
  call: () => T,
  args: () => Awaitable<readonly unknown[]>,
): Promise<Awaited<T>> {
  try {
    return await call()
  } catch (error) {
    throw withoutSecrets(error, await args())
  }
}

/** Removes secrets from an error: strings, and members of objects that are named like a secret. */
export function withoutSecrets(thrown: unknown, values: readonly unknown[]): Error {
  return redacted(asError(thrown), secretsIn(values))
}

/** The application's log. */
export interface Log {
  readonly logger: LoggerInstance
  readonly warnOnce: WarnOnce
}

/** Interval in which each cause is logged once. */
const REPEAT_INTERVAL_MS = 10_000

/** Maximum number of causes that are remembered. */
const MAX_CAUSES = 100

/** State of a cause that was logged. */
export interface LoggedCause {
  /** Time of the last log line, in milliseconds since 1970. */
  readonly at: number
  /** What was logged. */
  readonly message: string
  /** Number of errors since then that were not logged. */
  held: number
  /** Time of the last of these errors. */
  heldAt: number
}

/**
 * A logger that writes one line in ten seconds for an outage of a database or a store, because then each
 * request fails for the same reason. The line has the number of errors that were not logged. If no such
 * error comes for ten seconds, the remaining number is logged by a timer or with the next message.
 *
 * @param logged - State by cause. A lazy configuration creates an app for each request, and all apps share
 * the state.
 */
export function logOncePerCause(
  logger: LoggerInstance,
  logged: Map<string, LoggedCause>,
  clock: Clock,
): LoggerInstance {
  const report = (known: LoggedCause): void => {
    const { held, heldAt, message } = known
    known.held = 0
    const until = new Date(heldAt).toISOString()
    logger.warn('outage-errors', `Not logged: ${held} more of the same cause, until ${until}. ${message}`)
  }
  /** Logs the number of unlogged errors for causes that have ended. */
  const reportOver = (except?: LoggedCause): void => {
    const now = clock()
    for (const known of logged.values()) {
      if (known.held > 0 && known !== except && Math.abs(now - known.heldAt) >= REPEAT_INTERVAL_MS)
        report(known)
    }
  }
  const reportLater = (known: LoggedCause): void => {
    const { held } = known
    const timer: unknown = setTimeout(() => {
      reportOver()
      if (known.held === 0) return
      // Also checked without the clock: if the clock was set back, the timer would restart forever.
      if (known.held === held) report(known)
      else reportLater(known)
    }, REPEAT_INTERVAL_MS)
    // On Node.js, the timer does not keep the process running.
    ;(timer as { unref?(): void }).unref?.()
  }
  return {
    error(error) {
      const outage = outageOf(error)
      // A failed sign-out is logged separately from a failed read: the session is still valid.
      const cause = outage && `${error.name} ${outage}`
      const before = cause === undefined ? undefined : logged.get(cause)
      reportOver(before)
      if (cause === undefined) return logger.error(error)
      const now = clock()
      // The clock may have been set back, so the difference can be negative.
      if (before && Math.abs(now - before.at) < REPEAT_INTERVAL_MS) {
        before.held += 1
        before.heldAt = now
        if (before.held === 1) reportLater(before)
        return
      }
      logged.delete(cause)
      const [oldest] = logged.size < MAX_CAUSES ? [] : logged.keys()
      if (oldest !== undefined) logged.delete(oldest)
      logged.set(cause, { at: now, message: error.message, held: 0, heldAt: now })
      if (before && before.held > 0) {
        addCount(error, before.held)
        before.held = 0
      }
      logger.error(error)
    },
    warn(code, message) {
      reportOver()
      logger.warn(code, message)
    },
    debug(message, details) {
      reportOver()
      logger.debug(message, details)
    },
  }
}

/** Identifies an outage by the failed part and the message, for all connections. */
function outageOf(error: unknown): string | undefined {
  const part = outermostPart(error)
  if (!part) return undefined
  const innermost = withCauses(part).at(-1)
  return `${part.type} ${innermost?.message.replace(/\d+/g, '')}`
}

function outermostPart(error: unknown): AuthError | undefined {
  if (error instanceof AdapterError || error instanceof StoreError) return error
  return error instanceof AuthError ? outermostPart(error.cause?.err) : undefined
}

/** Adds the number to both message and stack, because a log may show either. */
function addCount(error: Error, held: number): void {
  const { message, stack } = error
  error.message = `${message} Not logged since the last such error: ${held} of the same cause.`
  if (stack) error.stack = stack.replace(message, () => error.message)
}
