import { AdapterError, AuthError, StoreError } from '../../../errors.js'
import type { LoggerInstance } from '../../../options/auth-options.js'
import { type Clock, isRecent } from '../base/clock.js'
import { setNewest } from '../base/set-newest.js'
import { withCauses } from './logger.js'

const REPEAT_INTERVAL_MS = 10_000

const MAX_CAUSES = 100

/** Times are in milliseconds since 1970. */
export interface LoggedCause {
  readonly at: number
  readonly message: string
  /** Number of errors with this cause that were neither logged nor reported yet. */
  unlogged: number
  lastUnloggedAt: number
}

/**
 * Returns a logger that logs at most one error per cause in ten seconds, and counts the others. During an
 * outage of a database or a store, each request fails for the same reason.
 *
 * @param causes - Shared by all apps, because a configuration that is a function may create an app for each
 * request.
 */
export function logOncePerCause(
  logger: LoggerInstance,
  causes: Map<string, LoggedCause>,
  clock: Clock,
): LoggerInstance {
  const log: OutageLog = { logger, causes, clock }
  return {
    error(error) {
      const outage = outageOf(error)
      // The key contains the name of the error. So a failed sign-out, which leaves the session valid, is
      // logged even after a failed read.
      const key = outage && `${error.name} ${outage}`
      const previous = key === undefined ? undefined : causes.get(key)
      reportEnded(log, previous)
      if (key === undefined) logger.error(error)
      else if (previous && isRecent(previous.at, REPEAT_INTERVAL_MS, clock)) countUnlogged(log, previous)
      else logCause(log, key, error, previous)
    },
    warn(code, message) {
      reportEnded(log)
      logger.warn(code, message)
    },
    debug(message, details) {
      reportEnded(log)
      logger.debug(message, details)
    },
  }
}

interface OutageLog {
  readonly logger: LoggerInstance
  readonly causes: Map<string, LoggedCause>
  readonly clock: Clock
}

function logCause(
  { logger, causes, clock }: OutageLog,
  key: string,
  error: Error,
  previous: LoggedCause | undefined,
): void {
  const at = clock()
  setNewest(causes, MAX_CAUSES, key, { at, message: error.message, unlogged: 0, lastUnloggedAt: at })
  if (previous && previous.unlogged > 0) {
    addCount(error, previous.unlogged)
    previous.unlogged = 0
  }
  logger.error(error)
}

function countUnlogged(log: OutageLog, cause: LoggedCause): void {
  cause.unlogged += 1
  cause.lastUnloggedAt = log.clock()
  if (cause.unlogged === 1) reportLater(log, cause)
}

function report({ logger }: OutageLog, cause: LoggedCause): void {
  const { unlogged, lastUnloggedAt, message } = cause
  cause.unlogged = 0
  const until = new Date(lastUnloggedAt).toISOString()
  logger.warn(
    'outage-errors',
    `Errors with the same cause that were not logged until ${until}: ${unlogged}. The logged error: ${message}`,
  )
}

function reportEnded(log: OutageLog, except?: LoggedCause): void {
  for (const cause of log.causes.values()) {
    const hasEnded = cause.unlogged > 0 && !isRecent(cause.lastUnloggedAt, REPEAT_INTERVAL_MS, log.clock)
    if (hasEnded && cause !== except) report(log, cause)
  }
}

function reportLater(log: OutageLog, cause: LoggedCause): void {
  const { unlogged } = cause
  const timer: unknown = setTimeout(() => {
    reportEnded(log)
    if (cause.unlogged === 0) return
    // Prevents an endless timer: if the clock was set back, `reportEnded` does not report the cause.
    if (cause.unlogged === unlogged) report(log, cause)
    else reportLater(log, cause)
  }, REPEAT_INTERVAL_MS)
  // Lets Node.js exit.
  ;(timer as { unref?(): void }).unref?.()
}

/**
 * Returns a key for the cause of an outage, or `undefined` for other errors. Digits are removed, because they
 * may differ between connections.
 */
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

/** Adds the count to the message and to the stack, because a log may show only one of them. */
function addCount(error: Error, unlogged: number): void {
  const { message, stack } = error
  error.message = `${message} Errors with the same cause that were not logged since the previous log entry: ${unlogged}.`
  if (stack) error.stack = stack.replace(message, () => error.message)
}
