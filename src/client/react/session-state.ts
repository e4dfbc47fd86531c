import type { ClientError } from '../client-error.js'
import type { ClientTypes } from '../client-types.js'

interface SessionControls<T extends ClientTypes> {
  /**
   * Changes the session: the `jwt` and `session` callbacks decide what becomes of `data`. Without it, the
   * session is read anew. Throws a {@link ClientError} when nothing was changed.
   */
  update(data?: T['update']): Promise<T['session'] | null>
  /** Why the session could not be read the last time. What was known before is shown on. */
  error: ClientError | undefined
}

/** It is not known yet whether a user is signed in. */
export interface LoadingSession<T extends ClientTypes> extends SessionControls<T> {
  status: 'loading'
  data: null
}

/** A user is signed in. */
export interface AuthenticatedSession<T extends ClientTypes> extends SessionControls<T> {
  status: 'authenticated'
  data: T['session']
}

/** No user is signed in. */
export interface UnauthenticatedSession<T extends ClientTypes> extends SessionControls<T> {
  status: 'unauthenticated'
  data: null
}

/** What `useSession` returns: `status` says whether there is a session in `data`. */
export type SessionState<T extends ClientTypes> =
  | LoadingSession<T>
  | AuthenticatedSession<T>
  | UnauthenticatedSession<T>
