import type { Awaitable } from '../../model/awaitable.js'
import type { Incoming } from '../core/http/incoming.js'
import type { App, Exchange } from '../core/lifetimes.js'

/** How a framework's calls differ from those of others. */
export interface Conventions {
  /**
   * Where a call leads that names no target: the first page of the application, the page that the browser is on, or, for a sign-in on
   * a page that was led to, where `callbackUrl` in the address of that page says.
   */
  readonly returnTo: 'home' | 'page' | 'callbackUrl'
  /** The result of a sign-in with a provider that is not in the configuration. */
  readonly unknownProvider: 'error' | 'sign-in page'
  /** Rewrites an address of the application as the framework writes it. */
  readonly rewrite?: ((url: string, origin: string) => string) | undefined
}

/** A call on the server: the request that it is made for, and what is compiled for the configuration of that request. */
export interface ServerCall {
  readonly incoming: Incoming
  readonly app: App
  readonly exchange: Exchange
  readonly conventions: Conventions
}

/** A request, as guards and the management of accounts use it. */
export interface CallingRequest {
  /** Its session, or `null`. It is read once. */
  session(): Promise<Record<string, unknown> | null>
  /** The app of its configuration, which is resolved once. */
  app(): Awaitable<App>
  /** Opens a call, which acts on the request as its client would send it now. */
  call(): Promise<ServerCall>
  /** Starts a sign-in, and returns where it leads. */
  signIn(provider: string, options: SignInOptions, params?: URLSearchParams): Promise<string>
}

/** Parameters of a sign-in on the server. */
export interface SignInOptions {
  /** Where to go afterwards: a path of the site. Default: what the conventions of the framework say. */
  readonly redirectTo?: string | undefined
  /** The fields that a credentials or e-mail provider requires. */
  readonly fields?: Readonly<Record<string, unknown>>
}
