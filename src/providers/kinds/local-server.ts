import type { Awaitable } from '../../model/awaitable.js'
import type { Fetch } from './custom-fetch.js'

/*
 * An authorization server within the application: the provider brings it, the runtime serves its authorization endpoint at
 * `<base path>/dev/<id>`, and its other endpoints are called in the process, through `fetch`.
 */

/** The sentences of the rules about where a provider may run that brings an authorization server. No server loads them without one. */
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

/** What a provider brings. It loads its code on first use. */
export interface LocalServer {
  /** The rule that this process breaks; `undefined` where the server may run. */
  problem(): LocalServerProblem | undefined
  /** Opens the server for a configuration, once for each context. */
  open(context: LocalServerContext): OpenLocalServer
}

/** A rule about where the server may run, and its sentence. */
export interface LocalServerProblem {
  readonly code: keyof typeof localServerReasons
  readonly sentence: string
}

/** What the server takes from the configuration. */
export interface LocalServerContext {
  /** The first seals; each opens. */
  readonly secrets: readonly string[]
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** Where used codes are marked. */
  readonly store: {
    compareAndSet(key: string, expected: null, value: string, ttl: number): Awaitable<boolean>
  }
}

/** A server at work. */
export interface OpenLocalServer {
  /** Every endpoint but the authorization endpoint. */
  readonly fetch: Fetch
  /** The authorization endpoint. */
  authorize(request: AuthorizationPageRequest): Promise<AuthorizationPage>
}

/** A request to the authorization endpoint. */
export interface AuthorizationPageRequest {
  readonly request: Request
  /** The origin of the application. */
  readonly origin: string
  readonly query: Readonly<Record<string, unknown>>
  /** The fields of the form, where it was sent by the page itself. */
  readonly form: Readonly<Record<string, unknown>> | undefined
  /** Where the form is sent. */
  readonly action: string
  /** The one redirect URI of the client. */
  readonly redirectUri: string
  readonly csrfToken: string
  readonly host: string
  readonly theme: object
}

/** The response of the authorization endpoint: a redirect to the client, or a page. */
export type AuthorizationPage =
  | { readonly location: string }
  | { readonly status: number; html(nonce: string): string }
