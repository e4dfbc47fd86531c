import type { Awaitable } from '../../model/awaitable.js'
import type { Incoming } from '../core/http/incoming.js'
import type { App, Exchange } from '../core/object-lifetimes.js'

export interface Conventions {
  /** The default redirect target of a call. See `targetAfter`. */
  readonly returnTo: 'home' | 'page' | 'callbackUrl'
  readonly unknownProvider: 'error' | 'sign-in page'
  /** Converts a URL of the application to the form that the framework uses. */
  readonly rewrite?: ((url: string, origin: string) => string) | undefined
}

export interface ServerCall {
  readonly incoming: Incoming
  readonly app: App
  readonly exchange: Exchange
  readonly conventions: Conventions
}

export type Session = Record<string, unknown>

export interface CallingRequest {
  /** Returns the session, or `null`. It is read once, and again after a call that may have changed it. */
  session(): Promise<Session | null>
  /** Returns the app, which is resolved once per request. */
  app(): Awaitable<App>
  call(): Promise<ServerCall>
  signIn(provider: string, options: SignInOptions, params?: URLSearchParams): Promise<string>
}

export interface SignInOptions {
  readonly redirectTo?: string | undefined
  readonly fields?: Readonly<Record<string, unknown>>
}
