import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { Strategy } from '../../options/session-options.js'
import type { Reason } from '../problem-sentences.js'
import type { Mark, Target } from '../state.js'

/**
 * The strategy itself, or the reason why it cannot be set. If the strategy is not set, `Chosen` is `unknown`
 * and the result is the union of all strategies, so that editors suggest them.
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

/** The schema itself, or the reason why it can no longer be set. */
export type CheckUpdate<Marks extends Mark, Schema> = 'callbacks' extends Marks
  ? Reason<'sessionAfterCallbacks'>
  : Schema

/**
 * The schema itself, or the reason why it is refused: callbacks were added before, or the schema does not
 * accept its own output.
 */
export type CheckClaims<Marks extends Mark, Schema extends StandardSchemaV1> = 'callbacks' extends Marks
  ? Reason<'jwtAfterCallbacks'>
  : [StandardSchemaV1.InferOutput<Schema>] extends [StandardSchemaV1.InferInput<Schema>]
    ? Schema
    : Reason<'claimsChanged'>

/** The secret itself, or the reason why it is invalid. */
export type CheckSecret<Secret> = [EmptySecret<Secret>] extends [never] ? Secret : Reason<'emptySecret'>

/** An empty secret or an empty list of secrets; `never` if there is none. */
type EmptySecret<Secret> = Secret extends readonly string[]
  ? Secret extends readonly []
    ? Secret
    : Extract<Secret[number], ''>
  : Extract<Secret, ''>

/**
 * The type of `appBasePath`: a path for SolidStart. Other frameworks provide the path, so the option is refused
 * with a reason.
 */
export type CheckAppBasePath<Platform extends Target> = Platform extends 'solid-start'
  ? string | undefined
  : Reason<'appBasePathNeedsSolidStart'>
