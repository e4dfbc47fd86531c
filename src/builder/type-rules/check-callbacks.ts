import type { AuthState } from '../auth-state.js'
import type { FixedBeforeJwt, SessionAfter, SessionParams } from '../callback-params.js'
import type { NamedReason } from '../problem-sentences.js'
import type { NoReturn } from '../session-types.js'

/**
 * `Seen` is the parameter type of the later callback. By default, it is the return type of the earlier callback,
 * unless TypeScript checked the later callback first.
 */
export type CheckOrder<Returned, Seen, First extends string, Second extends string> = [
  Returned,
  Seen,
] extends [Seen, Returned]
  ? unknown
  : NamedReason<'callbackOrder', First, Second>

/**
 * The codes of problems that `.build()` reports. If the callback itself reported the problem, TypeScript would print
 * the whole type of the callback, twice.
 */
export type CallbackProblem<S extends AuthState, Written, Returned, Seen, Verdict, Admission, Session> =
  | OrderProblem<S, Written, Returned, Seen>
  | (MayBeNothing<Returned> extends true ? 'jwtUndefined' : never)
  | (MayBeNothing<Verdict, null> extends true ? 'signInUndefined' : never)
  | ([Admission] extends [boolean | Response] ? never : 'authorizedUndefined')
  | ([Session] extends [SessionAfter<S>] ? never : 'sessionIncomplete')

type MayBeNothing<Type, Else = never> = unknown extends Type
  ? false
  : [Extract<Type, NoReturn | Else>] extends [never]
    ? false
    : true

/**
 * `Seen` is the declared parameter type of `session`. Without an annotation, it is the type that TypeScript knew when
 * it checked `session`. If `jwt` is in `Written` without a return type, TypeScript has not checked `jwt` yet, because
 * it checks functions with annotated parameters first.
 */
type OrderProblem<S extends AuthState, Written, Returned, Seen> =
  FixedBeforeJwt<Seen> extends true
    ? [S['token']] extends [Returned]
      ? never
      : [Returned] extends [never]
        ? never
        : 'callbackOrder'
    : [SessionParams<S, Returned>] extends [Seen]
      ? never
      : [Returned, 'jwt'] extends [never, Written]
        ? never
        : 'sessionParams'
