import type { Awaitable } from '../../model/awaitable.js'
import type { Fetch } from './custom-fetch.js'

/*
 * An authorization server in the application, used by `dev()`. The runtime serves its authorization endpoint at `<base path>/dev/<id>`. Its
 * other endpoints are called in the process, through `fetch`.
 */

/** Error messages for a provider with a local server that may not run in this process. */
export const localServerReasons = {
  devInProduction:
    "The provider '%s' signs in without a password, and NODE_ENV is 'production': add it by process.env.NODE_ENV !== 'production' && dev().",
  devInBundle:
    "The provider '%s' is not part of a production build: add it by process.env.NODE_ENV !== 'production' && dev().",
  devNeedsLoopback:
    "The provider '%s' signs in without a password, and %s names another machine: remove the variable, or the provider.",
} as const

/** A provider with its authorization server. */
export interface ServedProvider {
  readonly '~server'?: LocalServer | undefined
}

/** The server of a provider. It loads its code on first use. */
export interface LocalServer {
  /** Returns the rule that this process breaks, or `undefined` if the server may run. */
  problem(): LocalServerProblem | undefined
  /** Creates the server for a configuration, once per context. */
  open(context: LocalServerContext): OpenLocalServer
}

/** A rule about where the server may run, and its error message. */
export interface LocalServerProblem {
  readonly code: keyof typeof localServerReasons
  readonly sentence: string
}

/** The part of the configuration that the server needs. */
export interface LocalServerContext {
  /** The first secret seals; all of them open. */
  readonly secrets: readonly string[]
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** Records used codes. */
  readonly store: {
    compareAndSet(key: string, expected: null, value: string, ttl: number): Awaitable<boolean>
  }
}

/** A running server. */
export interface OpenLocalServer {
  /** Handles requests to all endpoints except the authorization endpoint. */
  readonly fetch: Fetch
  /** Handles requests to the authorization endpoint. */
  authorize(request: AuthorizationPageRequest): Promise<AuthorizationPage>
}

/** A request to the authorization endpoint. */
export interface AuthorizationPageRequest {
  readonly request: Request
  /** The origin of the application. */
  readonly origin: string
  readonly query: Readonly<Record<string, unknown>>
  /** The fields of the form, if the page itself sent it. */
  readonly form: Readonly<Record<string, unknown>> | undefined
  /** The URL that the form is sent to. */
  readonly action: string
  /** The redirect URI of the client. */
  readonly redirectUri: string
  readonly csrfToken: string
  readonly host: string
  readonly theme: object
}

/** The response of the authorization endpoint: a redirect to the client, or a page. */
export type AuthorizationPage =
  | { readonly location: string }
  | { readonly status: number; html(nonce: string): string }
