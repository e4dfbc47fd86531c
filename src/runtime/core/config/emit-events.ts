import type { EventMessages, EventName, EventSpec } from '../../../builder/auth-spec.js'
import { EventError } from '../../../errors.js'
import type { Awaitable } from '../../../model/awaitable.js'
import type { LoggerInstance } from '../../../options/auth-options.js'
import type { BackgroundWork } from '../background-work.js'
import { asError } from '../base/as-error.js'
import { inTime } from '../base/in-time.js'
import { redactErrors } from './logger.js'
import type { Callbacks } from './run-callbacks.js'

export interface Hooks {
  readonly callbacks: Callbacks
  readonly emit: Emit
}

/** Calls the listeners one after another. An error that a listener throws is only logged. */
export type Emit = <Name extends EventName>(name: Name, message: EventMessages[Name]) => Awaitable<void>

/** Maximum time for one listener, and maximum time that a request waits for all listeners of an event. */
const TIME_LIMIT_MS = 5_000

export function createEmit(events: EventSpec, logger: LoggerInstance, background: BackgroundWork): Emit {
  const callListeners = async <Name extends EventName>(
    name: Name,
    message: EventMessages[Name],
  ): Promise<void> => {
    for (const listener of events[name]) {
      const { account, session, token } = message as Partial<Record<string, unknown>>
      const called = redactErrors(
        async () => listener(message),
        () => [account, session, token],
      ).catch((error: unknown) => {
        logger.error(
          new EventError(`A listener of the event '${name}' threw.`, {
            cause: { err: asError(error), name },
          }),
        )
      })
      if (await isLate(called)) {
        logger.error(
          new EventError(
            `A listener of the event '${name}' did not settle within ${TIME_LIMIT_MS / 1000} seconds. Return sooner, and do long work in a queue.`,
            { cause: { name } },
          ),
        )
      }
    }
  }
  return (name, message) => {
    if (events[name].length === 0) return undefined
    const called = callListeners(name, message)
    background.run(called)
    return isLate(called).then(() => undefined)
  }
}

/**
 * Whether `called` has not settled within the time limit.
 *
 * @param called - Must not reject.
 */
function isLate(called: Promise<void>): Promise<boolean> {
  return inTime(called, TIME_LIMIT_MS).then(
    () => false,
    () => true,
  )
}
