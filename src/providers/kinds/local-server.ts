import type { Awaitable } from '../../model/awaitable.js'
import type { Fetch } from './custom-fetch.js'

/*
 * An authorization server that runs in the application, for `dev()`. The runtime serves its authorization endpoint at `<base
 * path>/dev/<id>`. The other endpoints have no route: the provider's `fetch` calls them in the same process.
 */

export const localServerReasons = {
  devInProduction:
    "The provider '%s' signs in without a password, and NODE_ENV is 'production': pass process.env.NODE_ENV !== 'production' && dev() to .provider().",
  devInBundle:
    "The provider '%s' is not part of a production build: pass process.env.NODE_ENV !== 'production' && dev() to .provider().",
  devNeedsLoopback:
    "The provider '%s' signs in without a password, and %s names another machine: remove the variable, or the provider.",
} as const

export interface ServedProvider {
  readonly '~server'?: LocalServer | undefined
}

export interface LocalServer {
  /** Returns the reason why this process must not run the server, if there is one. */
  problem(): LocalServerProblem | undefined
  open(context: LocalServerContext): OpenLocalServer
}

export interface LocalServerProblem {
  readonly code: keyof typeof localServerReasons
  readonly sentence: string
}

export interface LocalServerContext {
  /** The first secret seals new values. All secrets can open sealed values. */
  readonly secrets: readonly string[]
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly store: {
    compareAndSet(key: string, expected: null, value: string, ttl: number): Awaitable<boolean>
  }
}

export interface OpenLocalServer {
  readonly fetch: Fetch
  authorize(request: AuthorizationPageRequest): Promise<AuthorizationPage>
}

export interface AuthorizationPageRequest {
  readonly request: Request
  readonly origin: string
  readonly query: Readonly<Record<string, unknown>>
  /** `undefined` unless the page itself sent the form. */
  readonly form: Readonly<Record<string, unknown>> | undefined
  readonly action: string
  readonly redirectUri: string
  readonly csrfToken: string
  readonly host: string
  readonly theme: object
}

export type AuthorizationPage =
  | { readonly location: string }
  | { readonly status: number; html(nonce: string): string }
