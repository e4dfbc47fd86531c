import type { Reason } from '../reasons.js'
import type { Target } from '../target.js'

/** The secret itself, or the reason why it is none. */
export type CheckSecret<Secret> = [EmptySecret<Secret>] extends [never] ? Secret : Reason<'emptySecret'>

/** The empty one of a secret, or of several; `never` when there is none. */
type EmptySecret<Secret> = Secret extends readonly string[]
  ? Secret extends readonly []
    ? Secret
    : Extract<Secret[number], ''>
  : Extract<Secret, ''>

/** The path of an application, or the reason why the framework says it by itself. */
export type CheckBase<Platform extends Target> = Platform extends 'solid-start'
  ? string
  : Reason<'baseNeedsSolidStart'>
