import type { Listed } from '../problem-sentences.js'
import type { CallbackSpec, EventName } from '../spec.js'
import type { Refused } from './refused.js'

/*
 * The names of callbacks and events. One that there is not is a member with the sentence: where a compiler says itself that a
 * property is unknown, it prints the type of the whole object, with all that the builder knows.
 */

/**
 * Stands beside the callbacks of a step, and refuses names that there are not. Nothing is refused while a compiler has not come to `jwt` or
 * `signIn`, for it would report those as well: it looks at functions without parameters first.
 */
export type NamedCallbacks<Written extends string, Returned, Verdict> = [Written] extends [keyof CallbackSpec]
  ? unknown
  : ['jwt', Returned] extends [Written, never]
    ? unknown
    : ['signIn', Verdict] extends [Written, never]
      ? unknown
      : {
          [Each in Exclude<Written, keyof CallbackSpec>]?: Refused<
            Listed<'unknownName', 'callback', Each, Meant<CallbackNames, Each>>
          >
        }

/** Stands beside the listeners of a step, and refuses events that there are not. A record of any names is not refused. */
export type NamedEvents<Heard extends string> = [Heard] extends [EventName]
  ? unknown
  : string extends Heard
    ? unknown
    : {
        [Each in Exclude<Heard, EventName>]?: Refused<
          Listed<'unknownName', 'event', Each, Meant<EventNames, Each>>
        >
      }

/** The names that there are by their first two letters, and all of them. */
interface CallbackNames {
  au: '`authorized`'
  jw: '`jwt`'
  re: '`redirect`'
  se: '`session`'
  si: '`signIn`'
  all: '`signIn`, `redirect`, `jwt`, `session` or `authorized`'
}

interface EventNames {
  ba: '`backchannelLogout`'
  cr: '`createUser`'
  li: '`linkAccount`'
  re: '`removePasskey`'
  se: '`session`'
  si: '`signIn` or `signOut`'
  to: '`tokenRefreshFailed`'
  un: '`unlinkAccount`'
  up: '`updateUser`'
  all: '`signIn`, `signOut`, `session`, `createUser`, `updateUser`, `linkAccount`, …'
}

/** The names that one which is misspelt was meant to be. */
type Meant<Names extends { all: string }, Name extends string> =
  Lowercase<Name> extends `${infer First}${infer Second}${string}`
    ? `${First}${Second}` extends keyof Names
      ? Names[`${First}${Second}`]
      : Names['all']
    : Names['all']
