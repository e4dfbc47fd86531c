import type { FixedBeforeJwt, SessionAfter, SessionParams } from '../callback-params.js'
import type { NamedReason } from '../problem-sentences.js'
import type { NoReturn } from '../session-types.js'
import type { AuthState } from '../state.js'

/**
 * Set on the later of two callbacks, `unknown` where they were written in order.
 *
 * `Seen` is the type that the later one is given. It defaults to what the earlier one returns, so the
 * two differ only where the later was read first and its parameter was fixed before that was known.
 */
export type CheckOrder<Returned, Seen, First extends string, Second extends string> = [
  Returned,
  Seen,
] extends [Seen, Returned]
  ? unknown
  : NamedReason<'callbackOrder', First, Second>

/**
 * The marks of what is wrong with callbacks; `never` where all is well. They become sentences at `.build()`: on the callback itself a
 * compiler would print its whole type, twice.
 */
export type CallbackProblem<S extends AuthState, Written, Returned, Seen, Verdict, Session> =
  | OrderProblem<S, Written, Returned, Seen>
  | (MayBeNothing<Returned> extends true ? 'jwtUndefined' : never)
  | (MayBeNothing<Verdict, null> extends true ? 'signInUndefined' : never)
  | ([Session] extends [SessionAfter<S>] ? never : 'sessionIncomplete')

/** Whether a callback may return `undefined`, or what `Else` names. `any` says nothing. */
type MayBeNothing<Type, Else = never> = unknown extends Type
  ? false
  : [Extract<Type, NoReturn | Else>] extends [never]
    ? false
    : true

/**
 * Whether `session` can be called. `Seen` is what it declares or, where it declares nothing, what
 * was known of its parameters when a compiler came to it. A `jwt` that is `Written` and has returned nothing yet is one that the
 * compiler has not come to: it looks at functions with annotated parameters first.
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
