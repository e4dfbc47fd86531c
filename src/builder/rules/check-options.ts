import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { Strategy } from '../../options/session-options.js'
import type { Reason } from '../problem-sentences.js'
import type { Mark, Target } from '../state.js'

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

/** The secret itself, or the reason why it is none. */
export type CheckSecret<Secret> = [EmptySecret<Secret>] extends [never] ? Secret : Reason<'emptySecret'>

/** The empty one of a secret, or of several; `never` when there is none. */
type EmptySecret<Secret> = Secret extends readonly string[]
  ? Secret extends readonly []
    ? Secret
    : Extract<Secret[number], ''>
  : Extract<Secret, ''>

/** The path of an application, or the reason why the framework says it by itself. */
export type CheckAppBasePath<Platform extends Target> = Platform extends 'solid-start'
  ? string
  : Reason<'appBasePathNeedsSolidStart'>
