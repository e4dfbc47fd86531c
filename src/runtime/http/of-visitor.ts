import type { AuthError } from '../../errors.js'

const mark = Symbol('caused by a client')

/** Marks an error as caused by a client where its type does not: others of that type are the application's to mend. */
export function ofVisitor<Caused extends AuthError>(error: Caused): Caused {
  return Object.defineProperty(error, mark, { value: true })
}

export function isMarkedOfVisitor(error: AuthError): boolean {
  return mark in error
}
