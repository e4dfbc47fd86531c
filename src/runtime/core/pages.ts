import type { ErrorStatus } from '../../errors.js'
import type { AuthOptions } from '../../options/auth-options.js'
import type { Incoming } from './http/incoming.js'
import type { PageResult, RouteResult } from './http/route-result.js'
import type { App, Exchange } from './object-lifetimes.js'

export interface Pages {
  signIn(view: SignInPageView, app: App, exchange: Exchange): Promise<RouteResult>
  signOut(callbackUrl: string, app: App, exchange: Exchange): Promise<RouteResult>
  /** Returns the page of `GET /error`. */
  error(error: string | undefined, app: App, exchange: Exchange): RouteResult
  /** Returns an error page that is sent as the response, without a redirect. */
  failure(view: FailureView, app: App, exchange: Exchange): RouteResult
  /** Returns the error page for an application whose origin is unknown. */
  unusable(view: UnusableView, incoming: Incoming): PageResult
}

export interface SignInPageView {
  readonly callbackUrl: string
  readonly error: string | undefined
  readonly status: 200 | ErrorStatus
  /** Whether this is the second page, after the user has entered an e-mail address on the first page. */
  readonly isContinued?: boolean
  readonly failed?:
    | { readonly providerId: string; readonly typed: Readonly<Record<string, string>> }
    | undefined
}

export interface FailureView {
  readonly status: number
  readonly error: string
  /** URL of the "Try again" link. `undefined` means the URL of the request. */
  readonly retryUrl: string | undefined
  readonly reference?: string | undefined
  /** Whether the URL of the request contains a code or a token. */
  readonly holdsToken?: boolean
}

export interface UnusableView {
  readonly status: number
  readonly error: string
  readonly options: AuthOptions
  readonly home: string
  readonly reference: string | undefined
  /** The log message, shown only to developers. */
  readonly details: string | undefined
}
