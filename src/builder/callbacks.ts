import type { Awaitable } from '../model/awaitable.js'
import type { StoredUser } from './adapter-facts.js'
import type { RequestOf } from './build-results.js'
import type { DatabaseSessionParams, JwtParams, SignInParams } from './callback-params.js'
import type { Reason } from './problem-sentences.js'
import type { FactsOf } from './provider-facts.js'
import type { CheckOrder } from './rules/check-callbacks.js'
import type { Refused } from './rules/refused.js'
import type { RedirectContext } from './spec.js'
import type { AuthState, FlowState } from './state.js'

/** What the `authorized` callback is given. A compiler prints the last type parameter where another member is read. */
export interface AuthorizedParams<
  Session,
  Requested,
  _Hint extends string = 'It has `auth`, the session or `null`, and `request`',
> {
  /** The session of the request, or `null`. */
  auth: Session | null
  request: Requested
}

/** The callbacks that do not depend on the session strategy. `SeenSession` is what `authorized` is given. */
export interface CommonCallbacks<S extends AuthState, Verdict, Session, SeenSession> {
  /**
   * Whether the user may sign in: `true`, `false`, or where to redirect instead. A throw counts as
   * `false`. Default: `true`.
   */
  signIn?: (
    params: SignInParams<FactsOf<S['provider']>, S['adapter']> & FlowState<S['update']['flow']>,
  ) => Awaitable<Verdict>
  /**
   * Where to go after signing in and out. `url` is the requested URL, `baseUrl` the origin of the
   * site. Default: `url` where it is of the same origin, else `baseUrl`.
   */
  redirect?: (params: RedirectContext) => Awaitable<string>
  /**
   * Whether a request may go on, in the middleware of Next.js: `true`, `false` for the sign-in page, or a response to send instead.
   * Default: always.
   */
  authorized?: S['target'] extends 'next'
    ? ((params: AuthorizedParams<SeenSession, RequestOf<S['target']>>) => Awaitable<boolean | Response>) &
        CheckOrder<Session, SeenSession, 'session', 'authorized'>
    : Refused<Reason<'authorizedNeedsNext'>>
}

/**
 * The callbacks with strategy `'jwt'`. `Returned` is what `jwt` returns and `Seen` what `session` is
 * given; see `CallbackProblem`.
 */
export interface JwtCallbacks<S extends AuthState, Returned, Seen, Verdict, Session, SeenSession>
  extends CommonCallbacks<S, Verdict, Session, SeenSession> {
  /** What a session token holds. Runs at sign-in, at each `update` and each read; `null` ends the session. */
  jwt?: (
    params: JwtParams<
      FactsOf<S['provider']>,
      S['adapter'],
      S['newToken'],
      S['token'],
      S['update']['output']
    > &
      FlowState<S['update']['flow']>,
  ) => Awaitable<Returned | null>
  /** The session as the browser may see it. Default: name, address and picture of the user. */
  session?: (params: Seen) => Awaitable<Session>
}

/** The callbacks with strategy `'database'`. */
export interface DatabaseCallbacks<S extends AuthState, Verdict, Session, SeenSession>
  extends CommonCallbacks<S, Verdict, Session, SeenSession> {
  /** There is no token with strategy `'database'`. */
  jwt?: Refused<Reason<'jwtCallbackNeedsJwt'>>
  /** The session as the browser may see it. Default: name, address and picture of the user. */
  session?: (
    params: DatabaseSessionParams<S['session'], StoredUser<S['adapter']>, S['update']['output']>,
  ) => Awaitable<Session>
}

/** The callbacks of a configuration so far. */
export type Callbacks<
  S extends AuthState,
  Returned,
  Seen,
  Verdict,
  Session,
  SeenSession,
> = S['strategy'] extends 'jwt'
  ? JwtCallbacks<S, Returned, Seen, Verdict, Session, SeenSession>
  : DatabaseCallbacks<S, Verdict, Session, SeenSession>
