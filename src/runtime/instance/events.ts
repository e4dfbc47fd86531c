import type { EventMessages, EventName, EventSpec } from '../../builder/spec.js'
import { EventError } from '../../errors.js'
import type { Awaitable } from '../../model/awaitable.js'
import type { LoggerInstance } from '../../options/logger.js'
import { asError } from '../as-error.js'
import { discreetly, secretsIn } from './discreetly.js'

/** Tells the application's listeners of an event, if there are any. What they throw is logged and changes nothing. */
export type Emit = <Name extends EventName>(name: Name, message: EventMessages[Name]) => Awaitable<void>

export function createEmit(events: EventSpec, logger: LoggerInstance): Emit {
  const tell = async <Name extends EventName>(name: Name, message: EventMessages[Name]): Promise<void> => {
    for (const listener of events[name]) {
      try {
        const { account, session, token } = message as Partial<Record<string, unknown>>
        await discreetly(
          () => listener(message),
          () => secretsIn(account, session, token),
        )
      } catch (error) {
        logger.error(
          new EventError(`A listener of the event '${name}' threw.`, {
            cause: { err: asError(error), name },
          }),
        )
      }
    }
  }
  return (name, message) => (events[name].length === 0 ? undefined : tell(name, message))
}
