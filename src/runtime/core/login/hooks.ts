import type { Awaitable } from '../../../model/awaitable.js'
import type { IdentifiedUser, SignInIntent } from '../../../model/user.js'
import type { App, Exchange } from '../object-lifetimes.js'
import type { Identity } from './identity.js'
import type { Linking } from './linking-flow.js'

export interface LoginHook {
  /**
   * Decides whether a login may continue. A new user is stored before this call, and is removed again if the
   * hook throws or redirects. For an existing user, nothing is stored yet.
   */
  admit?(login: PendingLogin, app: App, exchange: Exchange): Awaitable<LoginAdmission>
  /**
   * Called after the session has started. If the hook throws, the session is discarded, and stored changes
   * are undone. After `AccountNotLinked` and `Verification`, changes are kept, because another request has
   * changed or signed in the user.
   */
  after?(login: FinishedLogin, app: App, exchange: Exchange): Promise<void>
}

/**
 * A feature that keeps the login pending seals or stores `identity` and `options`, and calls `login()` later.
 * That call finds the owner of the account again, and runs all other hooks.
 */
export interface PendingLogin {
  readonly identity: Identity
  readonly user: IdentifiedUser
  readonly intent: SignInIntent
  readonly options: LoginOptions
}

/** Plain data, so that a feature can store the options. */
export interface LoginOptions {
  /** The session to which the account is to be added. Without it, the login replaces any session. */
  readonly linkTo: Linking | undefined
  /**
   * The result of the function `lastEnding` when the sign-in began: a counter, not a time. The login is
   * refused if the user's sign-ins were ended later.
   */
  readonly lastEnding?: number
  /** When the login was first kept pending, in milliseconds since 1970. */
  readonly pendingSince?: number
  /** Whether the session ends with the browser session. Default: the result of `takeBriefChoice`. */
  readonly isBrief?: boolean
  readonly callbackUrl?: string | undefined
  readonly admittedBy?: readonly Admission[]
}

/** Records that a feature's `admit` was called, so that it is not called again for the same user and purpose. */
export interface Admission {
  /** The name of the feature. */
  readonly name: string
  /** The id of the user whose login was admitted. */
  readonly userId: string
  /** Whether the login was a sign-in, a sign-up or the linking of an account. */
  readonly intent: SignInIntent
}

/** The decision about a login. `location` is a path, or a URL of the application. */
export type LoginAdmission =
  | { readonly kind: 'continue' }
  /** The login is canceled, and the browser is redirected. */
  | { readonly kind: 'redirect'; readonly location: string }
  /** The feature keeps the login pending, and finishes it later. */
  | { readonly kind: 'pending'; readonly location: string }

export interface FinishedLogin {
  readonly identity: Identity
  readonly userId: string
  readonly session: string
  /** Key of the previous session, if the login was added to it. */
  readonly continued: string | undefined
  readonly linkTo: Linking | undefined
  /**
   * The counter from `LoginOptions`, or the result of `endSignIns` if this login ended earlier sign-ins. A
   * hook that writes must pass it to `wereEndedSince`, and throw if the result is `true`. A check only before
   * the write is not enough: see `setPasswordWhile`.
   */
  readonly lastEnding: number | undefined
}

export interface SignOutHook {
  /**
   * Called before the session ends.
   *
   * @param atProvider - Whether to sign out at the provider, too.
   * @returns A function that receives the requested target after the session has ended, and returns the URL to
   * redirect to.
   */
  before?(
    atProvider: boolean,
    app: App,
    exchange: Exchange,
  ): Promise<((target: string) => Promise<string>) | undefined>
  /** Called after the session has ended. Failures here and in `before` are logged. */
  after?(exchange: Exchange): Promise<void>
}
