import type { NamedReason, Reason } from '../reasons.js'
import type { FixedBeforeJwt, SessionParams } from '../session-params.js'
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
 * Set on `session`, `unknown` where it can be called. `Seen` is what it declares or, where it declares nothing, what
 * was known of its parameters when a compiler came to it. A `jwt` that is `Written` and has returned nothing yet is one that the
 * compiler has not come to: it looks at functions with annotated parameters first.
 */
export type CheckSession<S extends AuthState, Returned, Seen, Written> =
  FixedBeforeJwt<Seen> extends true
    ? [S['token']] extends [Returned]
      ? unknown
      : [Returned] extends [never]
        ? unknown
        : NamedReason<'callbackOrder', 'jwt', 'session'>
    : [SessionParams<S, Returned>] extends [Seen]
      ? unknown
      : [Returned, 'jwt'] extends [never, Written]
        ? unknown
        : Reason<'sessionParams'>
