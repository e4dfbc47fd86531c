import type { Awaitable } from '../../../model/awaitable.js'
import type { IdentifiedUser, SignInIntent } from '../../../model/user.js'
import type { App, Exchange } from '../lifetimes.js'
import type { Identity } from './identity.js'
import type { Linking } from './linking-flow.js'

/** Takes part in each login. */
export interface LoginHook {
  /**
   * Decides whether a login goes on, before its session starts. A new user is stored already. For a known user, a link or the first proof
   * of an address, nothing is stored. If it throws or redirects, a new user is removed again.
   */
  admit?(login: PendingLogin, app: App, exchange: Exchange): Awaitable<LoginAdmission>
  /**
   * Called once the session has started. If it throws, the session is discarded, and what was stored is undone; with `AccountNotLinked` or
   * `Verification`, which say that another request has the user, it stays.
   *
   * @param login - `session` names the session as `SessionStrategy.start` returned it, `continued` the one that it continues.
   */
  after?(login: FinishedLogin, app: App, exchange: Exchange): Promise<void>
}

/**
 * A login whose session has not started. A feature that keeps it pending seals or stores `identity` and `options`, and finishes it by calling
 * `login(identity, options, app, exchange)` in a later request. That decides anew whose the account is, and asks all other features.
 */
export interface PendingLogin {
  readonly identity: Identity
  readonly user: IdentifiedUser
  readonly intent: SignInIntent
  readonly options: LoginOptions
}

/** Options of a login from the flow that led to it. Plain data, so that a feature can store it. */
export interface LoginOptions {
  /** The session to which the account is to be added. Without it, the login replaces any session. */
  readonly linkTo: Linking | undefined
  /** The last end of sign-ins when the flow began, as `lastEnding` returned it. A login that was ended since is refused. */
  readonly lastEnding?: number
  /** When the login was first kept pending, in milliseconds since 1970. */
  readonly pendingSince?: number
  /** Whether the session ends with the browser session. Default: unless the user checked "Stay signed in" in the request. */
  readonly isBrief?: boolean
  /** Where the browser was to go. Default: as the request says. */
  readonly callbackUrl?: string | undefined
  /** The features whose `admit` was called before. */
  readonly admittedBy?: readonly Admission[]
}

/** That `admit` of a feature was called for a login. It is not called again for the same user and purpose. */
export interface Admission {
  /** The name of the feature. */
  readonly name: string
  readonly userId: string
  readonly intent: SignInIntent
}

/** Whether a login goes on. `location` is a path, or a URL of the application. */
export type LoginAdmission =
  | { readonly kind: 'continue' }
  /** Not carried out: the browser goes elsewhere. */
  | { readonly kind: 'redirect'; readonly location: string }
  /** Kept by the feature, which finishes it later. */
  | { readonly kind: 'pending'; readonly location: string }

/** A login whose session has started. */
export interface FinishedLogin {
  readonly identity: Identity
  readonly session: string
  /** Key of the session that a login was added to. */
  readonly continued: string | undefined
  readonly linkTo: Linking | undefined
  /** As in the options of the login. What is written for the user after the session has started is taken back if they were ended since. */
  readonly lastEnding: number | undefined
}

/** Takes part in each sign-out. */
export interface SignOutHook {
  /**
   * Called before the session ends.
   *
   * @param isWanted - Whether to sign out at the provider, too.
   * @returns Where the browser goes once the session has ended. Default: to the target.
   */
  before?(
    isWanted: boolean,
    app: App,
    exchange: Exchange,
  ): Promise<((target: string) => Promise<string>) | undefined>
  /** Called once the session has ended. What fails, here and in `before`, is logged. */
  after?(exchange: Exchange): Promise<void>
}
