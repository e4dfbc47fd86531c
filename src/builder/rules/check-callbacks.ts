import type { FixedBeforeJwt, SessionAfter, SessionParams } from '../callback-params.js'
import type { NamedReason } from '../problem-sentences.js'
import type { NoReturn } from '../session-types.js'
import type { AuthState } from '../state.js'

/**
 * Intersected with the later of two callbacks; `unknown` if they are written in order.
 *
 * `Seen` is the parameter type of the later callback. By default it is the return type of the earlier one. The two differ only if
 * TypeScript checked the later callback first, before the return type was known.
 */
export type CheckOrder<Returned, Seen, First extends string, Second extends string> = [
  Returned,
  Seen,
] extends [Seen, Returned]
  ? unknown
  : NamedReason<'callbackOrder', First, Second>

/**
 * Marks for the problems of callbacks; `never` if there are none. `.build()` reports their sentences. On the callback itself, TypeScript
 * would print its whole type, twice.
 */
export type CallbackProblem<S extends AuthState, Written, Returned, Seen, Verdict, Admission, Session> =
  | OrderProblem<S, Written, Returned, Seen>
  | (MayBeNothing<Returned> extends true ? 'jwtUndefined' : never)
  | (MayBeNothing<Verdict, null> extends true ? 'signInUndefined' : never)
  | ([Admission] extends [boolean | Response] ? never : 'authorizedUndefined')
  | ([Session] extends [SessionAfter<S>] ? never : 'sessionIncomplete')

/** Whether a callback may return `undefined` or `Else`. `any` does not count. */
type MayBeNothing<Type, Else = never> = unknown extends Type
  ? false
  : [Extract<Type, NoReturn | Else>] extends [never]
    ? false
    : true

/**
 * Whether `session` can be called. `Seen` is its declared parameter type or, without one, the type that was known when TypeScript checked
 * it. If `jwt` is in `Written` but has no return type yet, TypeScript has not checked it yet: it checks functions with annotated parameters
 * first.
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
