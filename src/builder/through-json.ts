import type { Jsonify } from 'type-fest'
import type { Merged } from './merged.js'

/**
 * A value as it comes back from JSON, in which tokens are sealed and sessions are sent: a `Date` is a string, what JSON
 * does not have is left out. An object whose fields are all plain values is unchanged, because that is cheap to see and
 * keeps its name in editors.
 */
export type ThroughJson<T> = T extends object
  ? [T[keyof T]] extends [string | number | boolean | null | undefined]
    ? T
    : Jsonify<T>
  : T

/** What a `jwt` callback may return in place of a token: a branch without `return`, which `.build()` refuses. */
export type NoReturn = undefined | void

/** The token that is read back of what a `jwt` callback returned. */
export type TokenRead<Returned> = ThroughJson<Merged<Exclude<Returned, NoReturn>>>
