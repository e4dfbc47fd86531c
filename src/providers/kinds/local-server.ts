import type { Awaitable } from '../../model/awaitable.js'
import type { Fetch } from './custom-fetch.js'
import type { localServerReasons } from './dev-problem-sentences.js'

/*
 * An authorization server that runs in the application, for `dev()`. The runtime serves its authorization endpoint at `<base
 * path>/dev/<id>`. The other endpoints have no route: the provider's `fetch` calls them in the same process.
 */

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
