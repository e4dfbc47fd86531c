import type { AdapterSession } from '../adapters/contract.js'
import type { Awaitable } from '../model/awaitable.js'
import type { DefaultSession, Session } from '../model/session.js'
import type { Profile, User } from '../model/user.js'
import type { Account, AdapterUser, JWT } from './models.js'

/** Parameters of `callbacks.signIn`. */
export interface SignInCallbackParams {
  /** The user who signs in. */
  user: User | AdapterUser
  /** The account. */
  account?: Account | null
  /** The profile that an OAuth or OpenID Connect provider returned. */
  profile?: Profile
  /** `verificationRequest` is `true` when an e-mail is requested. */
  email?: { verificationRequest?: boolean }
  /** The submitted fields of a credentials provider. */
  credentials?: Record<string, unknown>
}

/** Parameters of `callbacks.redirect`. */
export interface RedirectCallbackParams {
  /** The requested URL. */
  url: string
  /** The origin of the site. */
  baseUrl: string
}

/** Parameters of `callbacks.jwt`. As in Auth.js, `user` is not optional in the type, but it exists only at sign-in. */
export interface JwtCallbackParams {
  /** The claims so far. */
  token: JWT
  /** The user, at sign-in. */
  user: (User & { id: string }) | AdapterUser
  /** The account, at sign-in. */
  account?: Account | null
  /** The profile of an OAuth or OpenID Connect provider, at sign-in. */
  profile?: Profile
  /** The reason for the call. */
  trigger?: 'signIn' | 'signUp' | 'update'
  /**
   * Whether the sign-in created the user. Set only at sign-in.
   *
   * @deprecated Use `trigger === 'signUp'`.
   */
  isNewUser?: boolean
  /** The argument of `update`. Untrusted: a client can send any value. */
  // biome-ignore lint/suspicious/noExplicitAny: as in Auth.js, whose callbacks read its members.
  session?: any
}

/** The session that `callbacks.session` receives. */
export type CallbackSession = Session & { user: NonNullable<Session['user']> }

/** Parameters of `callbacks.session`. */
export interface SessionCallbackParams {
  /** The session, which the callback may change. */
  session: CallbackSession
  /** The claims, with strategy `'jwt'`. */
  token: JWT & { sub: string }
  /** The user, with strategy `'database'`. */
  user: AdapterUser
  /** The argument of `update`. Untrusted: a client can send any value. */
  // biome-ignore lint/suspicious/noExplicitAny: as in Auth.js, whose callbacks read its members.
  newSession: any
  /** `'update'` if the session is being updated. */
  trigger?: 'update'
}

/** The callbacks of a configuration. */
export interface AuthCallbacks {
  /** Whether the user may sign in: `true`, `false`, or a URL to redirect to. */
  signIn?: ((params: SignInCallbackParams) => Awaitable<boolean | string>) | undefined
  /** Returns the URL to redirect to after sign-in and sign-out. */
  redirect?: ((params: RedirectCallbackParams) => Awaitable<string>) | undefined
  /** Returns the claims of the session token. `null` ends the session. */
  jwt?: ((params: JwtCallbackParams) => Awaitable<JWT | null>) | undefined
  /** Returns the session that the browser receives. */
  session?: ((params: SessionCallbackParams) => Awaitable<Session | DefaultSession>) | undefined
}

/** The event listeners of a configuration. */
export interface AuthEvents {
  /** After a sign-in. `isNewUser` is `true` if the sign-in created the user. */
  signIn?:
    | ((message: { user: User; account?: Account | null; profile?: Profile; isNewUser?: boolean }) => unknown)
    | undefined
  /** After a sign-out: the deleted session with strategy `'database'`, otherwise the claims of the token. */
  signOut?:
    | ((message: { session: AdapterSession | null | undefined | void } | { token: JWT | null }) => unknown)
    | undefined
  /** After the adapter has stored a new user. */
  createUser?: ((message: { user: User }) => unknown) | undefined
  /** After the adapter has changed a user. */
  updateUser?: ((message: { user: User }) => unknown) | undefined
  /** After an account was linked to a user. `profile` is the user as described by the provider. */
  linkAccount?:
    | ((message: { user: User | AdapterUser; account: Account; profile: User | AdapterUser }) => unknown)
    | undefined
  /** After a session was read. With strategy `'database'`, `token` is `undefined` at run time. */
  session?: ((message: { session: Session; token: JWT }) => unknown) | undefined
}

/** The return type of a configuration's `session` callback if it is more specific than `Session`, otherwise `Session`. */
export type SessionOf<Config> = Config extends {
  callbacks: { session: (...params: never) => infer Returned }
}
  ? SessionWithin<Awaited<Returned>>
  : Session

/** The return type of a `session` callback if it is more specific than `Session`, otherwise `Session`. */
export type SessionWithin<Returned> = 0 extends 1 & Returned
  ? Session
  : [DefaultSession] extends [Returned]
    ? Session
    : [Returned] extends [Session]
      ? Returned
      : Session
