import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { Strategy } from '../../options/session-options.js'
import type { Mark, Target } from '../auth-state.js'
import type { Reason } from '../problem-sentences.js'

/**
 * If the strategy is not set, `Chosen` is `unknown` and the result is the union of all strategies, so that editors
 * suggest them.
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

export type CheckUpdate<Marks extends Mark, Schema> = 'callbacks' extends Marks
  ? Reason<'sessionAfterCallbacks'>
  : Schema

export type CheckClaims<Marks extends Mark, Schema extends StandardSchemaV1> = 'callbacks' extends Marks
  ? Reason<'jwtAfterCallbacks'>
  : [StandardSchemaV1.InferOutput<Schema>] extends [StandardSchemaV1.InferInput<Schema>]
    ? Schema
    : Reason<'claimsChanged'>

export type CheckSecret<Secret> = [EmptySecret<Secret>] extends [never] ? Secret : Reason<'emptySecret'>

type EmptySecret<Secret> = Secret extends readonly string[]
  ? Secret extends readonly []
    ? Secret
    : Extract<Secret[number], ''>
  : Extract<Secret, ''>

export type CheckAppBasePath<Platform extends Target> = Platform extends 'solid-start'
  ? string | undefined
  : Reason<'appBasePathNeedsSolidStart'>
