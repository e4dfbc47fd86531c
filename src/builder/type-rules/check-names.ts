import type { CallbackSpec, EventName } from '../auth-spec.js'
import type { Listed } from '../problem-sentences.js'
import type { Refused } from './error-message-types.js'

/*
 * An unknown name becomes a member whose type is the sentence. The message of TypeScript for unknown properties would
 * print the type of the whole object, with the state of the builder.
 */

/**
 * Accepts everything until TypeScript has checked `jwt` and `signIn`, so that it does not report these two callbacks as
 * well. TypeScript checks functions without parameters first.
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

export type NamedEvents<Heard extends string> = [Heard] extends [EventName]
  ? unknown
  : string extends Heard
    ? unknown
    : {
        [Each in Exclude<Heard, EventName>]?: Refused<
          Listed<'unknownName', 'event', Each, Meant<EventNames, Each>>
        >
      }

/** The valid names, by their first two letters. `all` is printed if no valid name begins with these letters. */
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
  im: '`impersonate`'
  li: '`linkAccount`'
  re: '`removePasskey`'
  se: '`session`'
  si: '`signIn` or `signOut`'
  to: '`tokenRefreshFailed`'
  un: '`unlinkAccount`'
  up: '`updateUser`'
  all: '`signIn`, `signOut`, `session`, `createUser`, `updateUser`, `linkAccount`, …'
}

type Meant<Names extends { all: string }, Name extends string> =
  Lowercase<Name> extends `${infer First}${infer Second}${string}`
    ? `${First}${Second}` extends keyof Names
      ? Names[`${First}${Second}`]
      : Names['all']
    : Names['all']
