import type { CallbackSpec, EventName } from '../auth-spec.js'
import type { Listed } from '../problem-sentences.js'
import type { Refused } from './error-message-types.js'

/*
 * An unknown name becomes a member whose type is the sentence. The message of TypeScript for unknown properties would
 * print the type of the whole object, with the state of the builder.
 */

/**
 * Reports unknown callback names. TypeScript checks functions without parameters first, and may then not know the
 * return types of `jwt` and `signIn` yet. Until it knows them, every name is accepted. Otherwise TypeScript would report
 * an error for these two callbacks, too.
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
