import type { Awaitable } from '../model/awaitable.js'
import type { StoredUser } from './adapter-types.js'
import type { RedirectContext } from './auth-spec.js'
import type { AuthState, FlowState } from './auth-state.js'
import type { RequestOf } from './build-results.js'
import type { DatabaseSessionParams, JwtParams, SignInParams } from './callback-params.js'
import type { Reason } from './problem-sentences.js'
import type { FactsOf } from './provider-facts.js'
import type { CheckOrder } from './type-rules/check-callbacks.js'
import type { Refused } from './type-rules/error-message-types.js'

/** If the code reads an unknown member, TypeScript prints the last type parameter, which names the members. */
export interface AuthorizedParams<
  Session,
  Requested,
  _Hint extends string = 'It has `auth`, the session or `null`, and `request`',
> {
  /** The session, or `null`. */
  auth: Session | null
  request: Requested
}

/** `SeenSession` is the type of the session that `authorized` receives. */
export interface AuthorizedCallback<S extends AuthState, Admission, Session, SeenSession> {
  /**
   * Whether the middleware of Next.js lets a request continue: `true`, `false` for the sign-in page, or a
   * `Response` to send instead. Default: always.
   */
  authorized?: S['target'] extends 'next'
    ? ((params: AuthorizedParams<SeenSession, RequestOf<S['target']>>) => Awaitable<Admission>) &
        CheckOrder<Session, SeenSession, 'session', 'authorized'>
    : Refused<Reason<'authorizedNeedsNext'>>
}

export interface CommonCallbacks<S extends AuthState, Verdict> {
  /** Whether the user may sign in: `true`, `false`, or a URL to redirect to. An error refuses the sign-in. Default: `true`. */
  signIn?: (
    params: SignInParams<FactsOf<S['provider']>, S['adapter']> & FlowState<S['update']['flow']>,
  ) => Awaitable<Verdict>
  /**
   * Returns the URL to redirect to after sign-in and sign-out. `url` is the requested target, `baseUrl` the origin
   * of the site. Default: `url` if it has the same origin, otherwise the start page.
   */
  redirect?: (params: RedirectContext) => Awaitable<string>
}

/**
 * `Returned` is the return type of `jwt`. `Seen` is the parameter type of `session`. TypeScript infers both types in one
 * call, and `CallbackProblem` compares them.
 */
export interface JwtCallbacks<S extends AuthState, Returned, Seen, Verdict, Session>
  extends CommonCallbacks<S, Verdict> {
  /** Returns the claims of the session token. Called at sign-in, at each `update` and at each read. `null` ends the session. */
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
  /** Returns the session that the browser receives. Default: name, e-mail address and picture of the user. */
  session?: (params: Seen) => Awaitable<Session>
}

export interface DatabaseCallbacks<S extends AuthState, Verdict, Session>
  extends CommonCallbacks<S, Verdict> {
  /** Not allowed, because database sessions have no token. */
  jwt?: Refused<Reason<'jwtCallbackNeedsJwt'>>
  /** Returns the session that the browser receives. Default: name, e-mail address and picture of the user. */
  session?: (
    params: DatabaseSessionParams<S['session'], StoredUser<S['adapter']>, S['update']['output']>,
  ) => Awaitable<Session>
}

export type Callbacks<S extends AuthState, Returned, Seen, Verdict, Session> = S['strategy'] extends 'jwt'
  ? JwtCallbacks<S, Returned, Seen, Verdict, Session>
  : DatabaseCallbacks<S, Verdict, Session>
