import type { ErrorStatus } from '../../errors.js'
import type { AuthOptions } from '../../options/auth-options.js'
import type { Incoming } from './http/incoming.js'
import type { PageResult, RouteResult } from './http/result.js'
import type { App, Exchange } from './lifetimes.js'

/** The built-in pages. */
export interface Pages {
  signIn(view: SignInPageView, app: App, exchange: Exchange): Promise<RouteResult>
  signOut(callbackUrl: string, app: App, exchange: Exchange): Promise<RouteResult>
  /** The page of `GET /error`. */
  error(error: string | undefined, app: App, exchange: Exchange): RouteResult
  /** A response that is itself the page for an error. */
  failure(view: FailureView, app: App, exchange: Exchange): RouteResult
  /** The same where the configuration, or the request, is too broken to know the site. */
  unusable(view: UnusableView, incoming: Incoming): PageResult
}

/** How the sign-in page is shown. */
export interface SignInPageView {
  readonly callbackUrl: string
  readonly error: string | undefined
  readonly status: 200 | ErrorStatus
  /** Whether it is the second page, for the e-mail address that was typed on the first. */
  readonly isContinued?: boolean
  /** The form that was refused, where the page is the response to it. */
  readonly failed?:
    | { readonly providerId: string; readonly typed: Readonly<Record<string, string>> }
    | undefined
}

/** A page that shows an error. */
export interface FailureView {
  readonly status: number
  /** Type of the error, as the query parameter `error` names it. */
  readonly error: string
  /** Where to try again. `undefined` is the URL of the request itself. */
  readonly retryUrl: string | undefined
  /** The failure, as the log names it. */
  readonly reference?: string | undefined
  /** Whether the URL of the request holds a code or a token. */
  readonly holdsToken?: boolean
}

/** A response to a request whose site is not known. */
export interface UnusableView {
  readonly status: number
  readonly error: string
  readonly options: AuthOptions
  /** The path of the application's first page. */
  readonly home: string
  readonly reference: string | undefined
  /** The log message, for developers. */
  readonly details: string | undefined
}
