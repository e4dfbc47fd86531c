import { AdapterError, AuthError, StoreError } from '../../errors.js'
import type { LoggerInstance } from '../../options/logger.js'
import type { Clock } from '../base/clock.js'

/** Milliseconds in which one cause is logged once. */
const PAUSE = 10_000

/** Causes that are remembered. */
const MAX_CAUSES = 100

/** What is known of a cause that was logged. */
export interface LoggedCause {
  /** When it was logged last, in milliseconds since 1970. */
  readonly at: number
  /** What was logged. */
  readonly message: string
  /** Errors since then that were not logged. */
  held: number
  /** When the last of them came. */
  heldAt: number
}

/**
 * A log in which an outage of a database or a store is one line in ten seconds, with the number of those that were not logged:
 * each request fails for the same reason then. Once ten seconds have passed without such an error, the number of the last ones is
 * logged as well, by a timer or with the next message.
 *
 * @param logged - By cause. A lazy configuration makes an instance for each request, and they share it.
 */
export function oneLineACause(
  logger: LoggerInstance,
  logged: Map<string, LoggedCause>,
  clock: Clock,
): LoggerInstance {
  /** Logs how many errors of causes that are over were not logged. */
  const reportOver = (except?: LoggedCause): void => {
    const now = clock()
    for (const known of logged.values()) {
      if (known.held === 0 || known === except || Math.abs(now - known.heldAt) < PAUSE) continue
      const { held, heldAt, message } = known
      known.held = 0
      const until = new Date(heldAt).toISOString()
      logger.warn('outage-errors', `Not logged: ${held} more of the same cause, until ${until}. ${message}`)
    }
  }
  const reportLater = (known: LoggedCause): void => {
    const timer: unknown = setTimeout(() => {
      reportOver()
      if (known.held > 0) reportLater(known)
    }, PAUSE)
    // On Node.js, it keeps no process from ending.
    ;(timer as { unref?(): void }).unref?.()
  }
  return {
    error(error) {
      const outage = outageOf(error)
      // A sign-out that failed is not the same news as a read that failed: the session is still live.
      const cause = outage && `${error.name} ${outage}`
      const before = cause === undefined ? undefined : logged.get(cause)
      reportOver(before)
      if (cause === undefined) return logger.error(error)
      const now = clock()
      // A clock that was set back keeps nothing from the log.
      if (before && Math.abs(now - before.at) < PAUSE) {
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

/** What identifies an outage: which part failed, and its message, whatever connection it was. */
function outageOf(error: unknown): string | undefined {
  const part = outermostPart(error)
  if (!part) return undefined
  let innermost: Error = part
  for (let next = causeOf(part); next && innermost !== next; next = causeOf(next)) innermost = next
  return `${part.type} ${innermost.message.replace(/\d+/g, '')}`
}

function outermostPart(error: unknown): AuthError | undefined {
  if (error instanceof AdapterError || error instanceof StoreError) return error
  return error instanceof AuthError ? outermostPart(error.cause?.err) : undefined
}

function causeOf(error: Error): Error | undefined {
  const cause = error instanceof AuthError ? error.cause?.err : error.cause
  return cause instanceof Error ? cause : undefined
}

/** Says it in the error, which a log may show by its message or by its stack. */
function addCount(error: Error, held: number): void {
  const { message, stack } = error
  error.message = `${message} Not logged since the last such error: ${held} of the same cause.`
  if (stack) error.stack = stack.replace(message, () => error.message)
}
