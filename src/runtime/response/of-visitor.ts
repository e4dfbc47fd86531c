import type { AuthError } from '../../errors.js'

const mark = Symbol('a visitor caused it')

/** Says of an error that a visitor caused it, where its type does not: others of that type are the application's to mend. */
export function ofVisitor<Caused extends AuthError>(error: Caused): Caused {
  return Object.defineProperty(error, mark, { value: true })
}

export function isMarkedOfVisitor(error: AuthError): boolean {
  return mark in error
}
