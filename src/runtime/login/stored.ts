import type { Login } from '../sessions/session-strategy.js'

/** Whom a login signs in, once everything of it is stored. */
export interface Stored extends Pick<Login, 'user' | 'isNewUser'> {
  /** Takes back what was stored, so that the next attempt is as this one was. */
  readonly undo?: () => Promise<unknown>
  /** Takes an account off the signed-in user again, for whom it was stored. */
  readonly unlink?: () => Promise<void>
}
