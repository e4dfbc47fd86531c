import type { AuthError } from '../../../errors.js'

const mark = Symbol('message for the user')

/** Shows the message of an error to the user, instead of its type. */
export function exposeMessage<Refused extends AuthError>(error: Refused): Refused {
  return Object.defineProperty(error, mark, { value: true })
}

/** The message that the user may see; `undefined` for an error that shows its type. */
export function exposedMessage(error: Error): string | undefined {
  return mark in error ? error.message.slice(0, 500) : undefined
}
