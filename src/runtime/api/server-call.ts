import type { Awaitable } from '../../model/awaitable.js'
import type { Incoming } from '../core/http/incoming.js'
import type { App, Exchange } from '../core/lifetimes.js'

/** Differences between the frameworks' calls. */
export interface Conventions {
  /**
   * The default redirect target of a call: the start page of the application (`'home'`), or the page that the
   * browser is on (`'page'`). With `'callbackUrl'`, a sign-in prefers the `callbackUrl` in the URL of that
   * page.
   */
  readonly returnTo: 'home' | 'page' | 'callbackUrl'
  /** How to handle a sign-in with a provider that is not in the configuration. */
  readonly unknownProvider: 'error' | 'sign-in page'
  /** Converts a URL of the application to the form that the framework uses. */
  readonly rewrite?: ((url: string, origin: string) => string) | undefined
}

/** A call on the server: its request, and the app for the configuration of that request. */
export interface ServerCall {
  readonly incoming: Incoming
  readonly app: App
  readonly exchange: Exchange
  readonly conventions: Conventions
}

/** A request, as guards and the management of accounts use it. */
export interface CallingRequest {
  /** The session, or `null`. It is read once, and again after a call that may have changed it. */
  session(): Promise<Record<string, unknown> | null>
  /** The app for the request's configuration. The configuration is resolved once per request. */
  app(): Awaitable<App>
  /**
   * Opens a call of a server method. The call sees the cookies that earlier calls in this request have set.
   */
  call(): Promise<ServerCall>
  /** Starts a sign-in, and returns the URL to redirect to. */
  signIn(provider: string, options: SignInOptions, params?: URLSearchParams): Promise<string>
}

/** Parameters of a sign-in on the server. */
export interface SignInOptions {
  /** Redirect target: a path of the site. Default: depends on the framework. */
  readonly redirectTo?: string | undefined
  /** The fields that a credentials or e-mail provider requires. */
  readonly fields?: Readonly<Record<string, unknown>>
}
