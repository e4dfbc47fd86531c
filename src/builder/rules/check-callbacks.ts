import type { NamedReason } from '../reasons.js'

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
