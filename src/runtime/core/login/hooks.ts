import type { Awaitable } from '../../../model/awaitable.js'
import type { IdentifiedUser, SignInIntent } from '../../../model/user.js'
import type { App, Exchange } from '../lifetimes.js'
import type { Identity } from './identity.js'
import type { Linking } from './linking-flow.js'

/** A hook that runs at each login. */
export interface LoginHook {
  /**
   * Decides whether a login may continue, before its session starts. At this point, a new user is already
   * stored. In all other cases (a known user, a link, or the first verification of an e-mail address),
   * nothing is stored yet. If the hook throws or redirects, a new user is removed again.
   */
  admit?(login: PendingLogin, app: App, exchange: Exchange): Awaitable<LoginAdmission>
  /**
   * Called after the session has started. If the hook throws, the session is discarded, and stored changes
   * are undone. If it throws `AccountNotLinked` or `Verification`, the changes are kept, because another
   * request has changed or signed in the user.
   *
   * @param login - `session` is the result of `SessionStrategy.start`. `continued` is the session to which
   * the login was added.
   */
  after?(login: FinishedLogin, app: App, exchange: Exchange): Promise<void>
}

/**
 * A login whose session has not started. A feature that keeps the login pending seals or stores `identity`
 * and `options`. A later request finishes the login with `login(identity, options, app, exchange)`. That call
 * finds the owner of the account again, and runs all other hooks.
 */
export interface PendingLogin {
  readonly identity: Identity
  readonly user: IdentifiedUser
  readonly intent: SignInIntent
  readonly options: LoginOptions
}

/** Options of a login, set by the sign-in flow. They are plain data, so that a feature can store them. */
export interface LoginOptions {
  /** The session to which the account is to be added. Without it, the login replaces any session. */
  readonly linkTo: Linking | undefined
  /**
   * The result of `lastEnding` when the flow began. It is a counter, not a time. If the user's sign-ins have
   * been ended since, the login is refused.
   */
  readonly lastEnding?: number
  /** When the login was first kept pending, in milliseconds since 1970. */
  readonly pendingSince?: number
  /**
   * Whether the session ends with the browser session. Default: the result of `isBriefLogin`, from the "Stay
   * signed in" checkbox.
   */
  readonly isBrief?: boolean
  /** Redirect target after the login. Default: the target of the request. */
  readonly callbackUrl?: string | undefined
  /** The features whose `admit` was already called. */
  readonly admittedBy?: readonly Admission[]
}

/**
 * Records that a feature's `admit` was called for a login. The feature's `admit` is not called again for the
 * same user and purpose.
 */
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

/** A login whose session has started. */
export interface FinishedLogin {
  readonly identity: Identity
  /** The id of the user who is signed in. */
  readonly userId: string
  readonly session: string
  /** Key of the previous session, if the login was added to it. */
  readonly continued: string | undefined
  readonly linkTo: Linking | undefined
  /**
   * The result of `lastEnding` before this login, or of `endSignIns` if this login ended earlier sign-ins.
   * A hook that writes must check with `wereEndedSince` whether the user's sign-ins have been ended since,
   * and throw if they have. A check only before the write is not sufficient: see `setPasswordWhile`.
   */
  readonly lastEnding: number | undefined
}

/** A hook that runs at each sign-out. */
export interface SignOutHook {
  /**
   * Called before the session ends.
   *
   * @param atProvider - Whether to sign out at the provider, too.
   * @returns A function that receives the requested target after the session has ended, and returns the URL to
   * redirect to. `undefined` to redirect to the requested target.
   */
  before?(
    atProvider: boolean,
    app: App,
    exchange: Exchange,
  ): Promise<((target: string) => Promise<string>) | undefined>
  /** Called after the session has ended. Failures here and in `before` are logged. */
  after?(exchange: Exchange): Promise<void>
}
