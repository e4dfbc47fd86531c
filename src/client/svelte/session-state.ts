import type { ClientTypes } from '../client-types.js'

/** It is not known yet whether a user is signed in. */
export interface LoadingSession {
  status: 'loading'
  data: null
}

/** A user is signed in. */
export interface AuthenticatedSession<T extends ClientTypes> {
  status: 'authenticated'
  data: T['session']
}

/** No user is signed in. */
export interface UnauthenticatedSession {
  status: 'unauthenticated'
  data: null
}

/** What a page knows of the session: `status` says whether there is one in `data`. */
export type SessionState<T extends ClientTypes> =
  | LoadingSession
  | AuthenticatedSession<T>
  | UnauthenticatedSession
