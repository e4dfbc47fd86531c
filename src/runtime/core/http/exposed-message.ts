import type { AuthError } from '../../../errors.js'

const mark = Symbol('message for the user')

/** Maximum length of a message that a user sees, in characters. */
const MAX_CHARACTERS = 500

/** Marks an error, so that pages show its message instead of its type. */
export function exposeMessage<Exposed extends AuthError>(error: Exposed): Exposed {
  return Object.defineProperty(error, mark, { value: true })
}

/** The message that the user may see; `undefined` for an error whose type is shown instead. */
export function exposedMessage(error: Error): string | undefined {
  return mark in error ? error.message.slice(0, MAX_CHARACTERS) : undefined
}
