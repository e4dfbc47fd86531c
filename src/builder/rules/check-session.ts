import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { Strategy } from '../../options/session-options.js'
import type { Reason } from '../reasons.js'
import type { Mark } from '../state.js'

/**
 * The strategy itself, or the reason why it cannot be chosen. `unknown` stands for none, and resolves to
 * all of them, so that an editor offers them.
 */
export type CheckStrategy<Marks extends Mark, Chosen> = 'callbacks' extends Marks
  ? Reason<'sessionAfterCallbacks'>
  : [Strategy] extends [Chosen]
    ? unknown extends Chosen
      ? 'jwt' | 'database'
      : Reason<'wideStrategy'>
    : Chosen extends Strategy
      ? Chosen
      : 'jwt' | 'database'

/** The schema itself, or the reason why it cannot be set any more. */
export type CheckUpdate<Marks extends Mark, Schema> = 'callbacks' extends Marks
  ? Reason<'sessionAfterCallbacks'>
  : Schema

/** The schema itself, or the reason why it cannot be set any more, or could not read what it made. */
export type CheckClaims<Marks extends Mark, Schema extends StandardSchemaV1> = 'callbacks' extends Marks
  ? Reason<'jwtAfterCallbacks'>
  : [StandardSchemaV1.InferOutput<Schema>] extends [StandardSchemaV1.InferInput<Schema>]
    ? Schema
    : Reason<'claimsChanged'>
