import type { AuthError } from '../../../errors.js'

const mark = Symbol('message for the user')

const MAX_CHARACTERS = 500

/** Marks an error. Pages show the message of a marked error instead of its type. */
export function exposeMessage<Exposed extends AuthError>(error: Exposed): Exposed {
  return Object.defineProperty(error, mark, { value: true })
}

export function exposedMessage(error: Error): string | undefined {
  return mark in error ? error.message.slice(0, MAX_CHARACTERS) : undefined
}
