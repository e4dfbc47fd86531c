import type { ClientTypes } from '../client-types.js'

/** The server has not said yet whether somebody is signed in. */
export interface LoadingSession {
  status: 'loading'
  data: null
}

/** Somebody is signed in. */
export interface AuthenticatedSession<T extends ClientTypes> {
  status: 'authenticated'
  data: T['session']
}

/** Nobody is signed in. */
export interface UnauthenticatedSession {
  status: 'unauthenticated'
  data: null
}

/** What a page knows of the session: `status` says whether there is one in `data`. */
export type SessionState<T extends ClientTypes> =
  | LoadingSession
  | AuthenticatedSession<T>
  | UnauthenticatedSession
