import type { AdapterSession } from '../adapters/contract.js'
import type { Awaitable } from '../model/awaitable.js'
import type { DefaultSession, Session } from '../model/session.js'
import type { Profile, User } from '../model/user.js'
import type { Account, AdapterUser, JWT } from './models.js'

/** What `callbacks.signIn` is given. */
export interface SignInCallbackParams {
  user: User | AdapterUser
  account?: Account | null
  /** What an OAuth or OpenID Connect provider says of the person. */
  profile?: Profile
  /** `verificationRequest` is `true` when a mail is requested; the callback runs again when its link is used. */
  email?: { verificationRequest?: boolean }
  /** What the form of a credentials provider sent. */
  credentials?: Record<string, unknown>
}

/** What `callbacks.redirect` is given. */
export interface RedirectCallbackParams {
  url: string
  baseUrl: string
}

/** What `callbacks.jwt` is given. `user`, `account` and `profile` are there at sign-in only, whatever the types of Auth.js say. */
export interface JwtCallbackParams {
  token: JWT
  /** Its id is that of `token.sub`: one without an id has been given one. */
  user: (User & { id: string }) | AdapterUser
  account?: Account | null
  profile?: Profile
  trigger?: 'signIn' | 'signUp' | 'update'
  /** @deprecated Use `trigger === 'signUp'`. */
  isNewUser?: boolean
  /** What `update` was given: the browser's word. */
  // biome-ignore lint/suspicious/noExplicitAny: as in Auth.js, whose callbacks read its members.
  session?: any
}

/** The session as `callbacks.session` is given it: with a user, whose `id` is what the callback sets. */
export type CallbackSession = Session & { user: NonNullable<Session['user']> }

/** What `callbacks.session` is given. */
export interface SessionCallbackParams {
  /** It may be changed and returned. */
  session: CallbackSession
  /** With strategy `'jwt'`. */
  token: JWT & { sub: string }
  /** With strategy `'database'`. */
  user: AdapterUser
  /** What `update` was given: the browser's word. */
  // biome-ignore lint/suspicious/noExplicitAny: as in Auth.js, whose callbacks read its members.
  newSession: any
  trigger?: 'update'
}

/** The callbacks of a configuration. Each may change and return what it is given. */
export interface AuthCallbacks {
  /** Whether the user may sign in: `true`, `false`, or where to redirect instead. */
  signIn?: ((params: SignInCallbackParams) => Awaitable<boolean | string>) | undefined
  /** Where to go after signing in and out. */
  redirect?: ((params: RedirectCallbackParams) => Awaitable<string>) | undefined
  /** What a session token holds; `null` ends the session. */
  jwt?: ((params: JwtCallbackParams) => Awaitable<JWT | null>) | undefined
  /** The session as the browser may see it. */
  session?: ((params: SessionCallbackParams) => Awaitable<Session | DefaultSession>) | undefined
}

/** The listeners of a configuration. */
export interface AuthEvents {
  signIn?:
    | ((message: { user: User; account?: Account | null; profile?: Profile; isNewUser?: boolean }) => unknown)
    | undefined
  signOut?:
    | ((message: { session: AdapterSession | null | undefined | void } | { token: JWT | null }) => unknown)
    | undefined
  createUser?: ((message: { user: User }) => unknown) | undefined
  updateUser?: ((message: { user: User }) => unknown) | undefined
  linkAccount?:
    | ((message: { user: User | AdapterUser; account: Account; profile: User | AdapterUser }) => unknown)
    | undefined
  session?: ((message: { session: Session; token: JWT }) => unknown) | undefined
}

/**
 * The session that a configuration's `session` callback returns, where its type says more than that it is a session; else `Session`, which an
 * application may augment.
 */
export type SessionOf<Config> = Config extends {
  callbacks: { session: (...params: never) => infer Returned }
}
  ? SessionWithin<Awaited<Returned>>
  : Session

/** The same, by what the callback returns. */
export type SessionWithin<Returned> = 0 extends 1 & Returned
  ? Session
  : [DefaultSession] extends [Returned]
    ? Session
    : [Returned] extends [Session]
      ? Returned
      : Session
