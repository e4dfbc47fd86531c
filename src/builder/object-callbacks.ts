import type { Awaitable } from '../model/awaitable.js'
import type { CommonCallbacks } from './callbacks.js'
import type { JwtParams } from './jwt-params.js'
import type { FactsOf } from './provider-facts.js'
import type { Reason } from './reasons.js'
import type { Refused } from './rules/refused.js'
import type { AuthState, FlowState } from './state.js'

/**
 * The callbacks of a configuration that is one object.
 *
 * They are one interface for both strategies, with conditions inside its members: what one callback
 * returns reaches the next only through a type that a compiler can take apart before it knows the
 * strategy, and `Callbacks`, which is a condition itself, is none.
 */
export interface ObjectCallbacks<S extends AuthState, Returned, Seen, Verdict, Session, SeenSession>
  extends CommonCallbacks<S, Verdict, Session, SeenSession> {
  /** What a session token holds. Runs at sign-in, at each `update` and each read; `null` ends the session. */
  jwt?: S['strategy'] extends 'jwt'
    ? (
        params: JwtParams<
          FactsOf<S['provider']>,
          S['adapter'],
          S['newToken'],
          S['token'],
          S['update']['output']
        > &
          FlowState<S['update']['flow']>,
      ) => Awaitable<Returned | null>
    : Refused<Reason<'jwtCallbackNeedsJwt'>>
  /** The session as the browser may see it. Default: name, address and picture of the user. */
  session?: (params: Seen) => Awaitable<Session>
}
