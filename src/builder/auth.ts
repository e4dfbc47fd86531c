import type { Health } from '../model/health.js'
import type { RawResponse, raw } from '../model/raw-response.js'
import type { AccountControls, PasskeyControls, RequestAccounts, RequestPasskeys } from './accounts.js'
import type { AuthTypes } from './auth-types.js'
import type { ForRequest, SessionControls } from './sessions.js'
import type { HeldFetch, HeldTokens, RequestFetch, RequestTokens, TokenControls } from './tokens.js'

/** The handlers of a catch-all route. */
export interface AuthHandlers {
  GET(request: Request): Promise<Response>
  POST(request: Request): Promise<Response>
}

/** The part of Bun's and Deno's second handler argument that contains the address of the client. */
export type ServerConnection =
  | { requestIP(request: Request): { readonly address: string } | null }
  | { readonly remoteAddr: object }

/** Handles requests. It never throws, unless the response is requested as data. */
export interface Handler {
  /**
   * @param connection - What `Bun.serve` and `Deno.serve` give a handler beside the request: the `Server` of Bun, or the
   * `ServeHandlerInfo` of Deno. Limits by address count by the address that it contains.
   */
  (request: Request, connection?: ServerConnection): Promise<Response>
  /** Returns the response as data, and throws errors. */
  (request: Request, mode: typeof raw): Promise<RawResponse>
}

/** The current request, whose cookies identify the user. */
export interface RequestOptions {
  request: Request
}

/** The options of `signIn` and `signOut`. A compiler prints the type parameter where an option is unknown. */
export interface RedirectOptions<_Hint extends string = RedirectHint> extends RequestOptions {
  /** Where to go afterwards: a path of the site. Default: `/`. */
  redirectTo?: string
}

/** What a compiler prints where an option such as `callbackUrl` is given. */
export type RedirectHint = 'Name the target `redirectTo`'

/** The options of `signOut`. */
export interface ProviderSignOutOptions {
  /**
   * Whether to sign out at the provider, too, that the user signed in with: the session ends first, then the browser goes there and comes
   * back. Default: what the option `signOut` says.
   *
   * @see https://openid.net/specs/openid-connect-rpinitiated-1_0.html#RPLogout
   */
  provider?: boolean | undefined
}

/** The options of `signIn` for an OAuth or OpenID Connect provider. */
export interface LinkOptions {
  /**
   * Whether to add the provider's account to the user who is signed in. `false` signs in as the account's own user, in place
   * of the signed-in user. `true` without a session fails with `InvalidCheck`. Default: `false`.
   */
  link?: boolean | undefined
  /**
   * Scopes that the provider is to grant beside those of its configuration and those that the signed-in user has granted before. Default:
   * none.
   */
  scopes?: readonly string[] | undefined
  /**
   * The APIs that access tokens are to be for, as absolute URIs; `resource` of `tokens` names one of them. They take the place of those in the
   * provider's configuration. Default: those.
   *
   * @see https://www.rfc-editor.org/rfc/rfc8707.html#section-2.1
   */
  resources?: readonly string[] | undefined
}

/** Parameters for the provider's authorization endpoint, such as `{ prompt: 'login' }`. */
export type AuthorizationParams<Params = Record<string, string>> =
  | string
  | Params
  | URLSearchParams
  | readonly (readonly [string, string])[]

/** The parameters for the authorization endpoint of a provider: its own where the compiler knows them, else any. */
export type ParamsOf<Params, Id> = Id extends keyof Params
  ? AuthorizationParams<NonNullable<Params[Id]>>
  : AuthorizationParams

/** The options of `signIn` with the fields of the provider, such as a name and a password, beside them. */
export type SignInOptions<Fields, Id, Flow = never> = Id extends keyof Fields
  ? RedirectOptions & Fields[Id] & FlowOption<Flow>
  : RedirectOptions & LinkOptions & FlowOption<Flow>

/** The option `state` of `signIn`; `unknown` adds nothing. */
export type FlowOption<Flow> = [Flow] extends [never]
  ? unknown
  : {
      /** What callbacks and listeners of this sign-in receive, as `.flow({ data })` says. A browser may send any. */
      state?: Flow
    }

/**
 * A provider's id, or those that there are. The type parameter of `signIn` does not name them, so that
 * an instance that depends on a condition can be called, with what both have.
 */
export type SignInId<Known, Id> = [Id] extends [Known] ? Id : Known

/** A redirect that the application sends to the browser, with its cookies. */
export interface RedirectResult {
  /** Where to send the browser. */
  url: string
  /** The `Set-Cookie` headers to send. */
  headers: Headers
}

/** The options of reading a session. */
export interface ReadSessionOptions {
  /**
   * `false` reads without a write, for a server that reaches a replica of the database alone: the session is not extended, and one that
   * has ended is not deleted. Default: `true`.
   */
  write?: boolean
}

/** Reads the session of a request. */
export interface ReadSession<T extends AuthTypes> {
  (request: Request, options?: ReadSessionOptions): Promise<T['session'] | null>
  /** Exists in types only. */
  readonly '~types'?: T
}

/** What `update` returns. */
export interface UpdateResult<Session> {
  session: Session | null
  /** The `Set-Cookie` headers to send. */
  headers: Headers
}

/**
 * Authentication for any server that speaks web-standard requests and responses.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { github } from 'authwright/providers/github'
 *
 * const auth = createAuth().provider(github()).build()
 *
 * export async function serve(request: Request): Promise<Response> {
 *   if (new URL(request.url).pathname.startsWith('/auth/')) return auth.handler(request)
 *   const session = await auth.auth(request)
 *   return new Response(session ? `Hello ${session.user.name}` : 'Please sign in')
 * }
 * ```
 */
export interface Auth<T extends AuthTypes> {
  /** Exists in types only: tells an instance from a builder. */
  readonly '~built'?: true | undefined
  /** Handles a request to the routes under the base path. */
  handler: Handler
  /** The handler, by HTTP method. */
  handlers: AuthHandlers
  /** The session of a request, or `null` where no user is signed in. */
  auth: ReadSession<T>
  /** Starts a sign-in. Throws an `AuthError` when it fails. */
  signIn<Id extends string>(
    provider: SignInId<T['id'], Id>,
    options: SignInOptions<T['fields'], Id, T['flow']>,
    authorizationParams?: ParamsOf<T['params'], Id>,
  ): Promise<RedirectResult>
  /** Ends the session of a request. With `provider: true`, `url` leads to the provider, and from there to `redirectTo`. */
  signOut(options: RedirectOptions & ProviderSignOutOptions): Promise<RedirectResult>
  /** Changes the session of a request: the `jwt` and `session` callbacks decide what becomes of `data`. */
  update(data: T['update'], options: RequestOptions): Promise<UpdateResult<T['session']>>
  /** Lists and ends sessions of users, if the strategy and the adapter support it. */
  sessions: SessionControls[T['sessions']]
  /** The tokens of the signed-in user at a provider, refreshed if they expire soon. */
  tokens: TokenControls<RequestTokens<T['tokenId']>, HeldTokens<T['tokenId']>>[T['tokens']]
  /**
   * Makes a `fetch` that sends the access token of the signed-in user, to origins that the provider lists only. A response of 401 is
   * retried once with new tokens. It throws `TokensUnavailable` where there are none.
   */
  fetch: TokenControls<RequestFetch<T['tokenId']>, HeldFetch<T['tokenId']>>[T['tokens']]
  /** Lists, links and unlinks the accounts of the signed-in user. */
  accounts: AccountControls<RequestAccounts<T['tokenId']>>[T['tokens']]
  /** Lists, renames and removes the passkeys of the signed-in user. */
  passkeys: PasskeyControls<RequestPasskeys>[T['tokens']]
  /**
   * Checks whether the database and the store respond, and whether their clocks agree with the clock of this process. Never throws. Use it in
   * a route for load balancers and monitoring.
   */
  health(options?: ForRequest): Promise<Health>
  /**
   * For a process that shuts down, after its last request. Waits up to 15 seconds for requests, token refreshes, revocations and event
   * listeners in progress. Then closes what the adapter and the store opened themselves, such as the pool of `pg(url)`. A pool or client
   * that the application made stays open. No token is refreshed from then on.
   */
  close(): Promise<void>
  /** Exists in types only. */
  readonly '~types'?: T
}
