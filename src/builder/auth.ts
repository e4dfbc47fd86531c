import type { Health, HealthOptions } from '../model/health.js'
import type { RawResponse, raw } from '../model/raw-response.js'
import type { AccountControls, PasskeyControls, RequestAccounts, RequestPasskeys } from './accounts-api.js'
import type { AuthTypes } from './auth-types.js'
import type { PasswordControls, RequestPasswords } from './passwords-api.js'
import type { SessionControls } from './sessions-api.js'
import type { HeldFetch, HeldTokens, RequestFetch, RequestTokens, TokenControls } from './tokens-api.js'

/** The handlers of a catch-all route. */
export interface AuthHandlers {
  GET(request: Request): Promise<Response>
  POST(request: Request): Promise<Response>
}

/** Handles requests. It never throws, except with the second argument `raw`. */
export interface Handler {
  /**
   * @param connection - Contains the IP address of the connection, for rate limits: `c.env` of Hono, or the
   * second argument of a handler of `Bun.serve` or `Deno.serve`. Other values are ignored.
   */
  (request: Request, connection?: object): Promise<Response>
  /** Returns the response as plain data, and throws errors. */
  (request: Request, mode: typeof raw): Promise<RawResponse>
  /** @param connection - `c.env` of Hono. Its type is `unknown` if the application declares no bindings. */
  (request: Request, connection: unknown): Promise<Response>
}

/** Options of a method that needs the request of the user. */
export interface RequestOptions {
  /** The current request, with the cookies of the user. */
  request: Request
}

/** Options of `signIn` and `signOut`. */
export interface RedirectOptions<_Hint extends string = RedirectHint> extends RequestOptions {
  /** Path on this site to redirect to afterwards. Default: the start page. */
  redirectTo?: string
}

/** TypeScript prints this type for an option such as `callbackUrl`. */
export type RedirectHint = 'Name the target `redirectTo`'

/** Options of `signOut`. */
export interface ProviderSignOutOptions {
  /**
   * Whether to sign out at the provider, too, if it supports this. Default: the option `signOut`.
   *
   * @see https://openid.net/specs/openid-connect-rpinitiated-1_0.html#RPLogout
   */
  provider?: boolean | undefined
}

/** Options of `signIn` for OAuth and OpenID Connect providers. */
export interface LinkOptions {
  /**
   * Whether to add the provider's account to the signed-in user. `true` without a session fails with
   * `InvalidCheck`. Default: `false`.
   */
  link?: boolean | undefined
  /** Scopes to request in addition to the configured scopes and those that the user has already granted. */
  scopes?: readonly string[] | undefined
  /**
   * The APIs to request access tokens for, as absolute URIs. Default: those of the provider's configuration.
   *
   * @see https://www.rfc-editor.org/rfc/rfc8707.html#section-2.1
   */
  resources?: readonly string[] | undefined
  /**
   * With `.session({ remember: true })`, whether the session cookie is kept when the browser is closed. Default:
   * `false`.
   */
  remember?: boolean | undefined
}

/** Parameters of the provider's authorization endpoint, such as `{ prompt: 'login' }`. */
export type AuthorizationParams<Params = Record<string, string>> =
  | string
  | Params
  | URLSearchParams
  | readonly (readonly [string, string])[]

/** The parameters that the provider declares or, if it declares none, any parameters. */
export type ParamsOf<Params, Id> = Id extends keyof Params
  ? AuthorizationParams<NonNullable<Params[Id]>>
  : AuthorizationParams

/** Options of `signIn`, together with the fields of the provider. */
export type SignInOptions<Fields, Id, Flow = never> = Id extends keyof Fields
  ? RedirectOptions & Fields[Id] & FlowOption<Flow>
  : RedirectOptions & LinkOptions & FlowOption<Flow>

/** The option `state` of `signIn`, which does not exist without `.flow()`. */
export type FlowOption<Flow> = [Flow] extends [never]
  ? unknown
  : {
      /** Data for callbacks and events of this sign-in. A client can send any value that matches the schema. */
      state?: Flow
    }

/**
 * If the type parameter of `signIn` had a constraint instead, a union of two instances would reject even the ids that
 * both have.
 */
export type SignInId<Known, Id> = [Id] extends [Known]
  ? Id
  : [string, Id] extends [Id, string]
    ? WideIdHint
    : Known

/** TypeScript prints this type for an id of type `string`. */
export type WideIdHint = 'Declare the id as ProviderId<typeof auth>'

/** A redirect for the application to send. */
export interface RedirectResult {
  /** The URL to redirect to. */
  url: string
  /** The `Set-Cookie` headers. */
  headers: Headers
}

/** Options for reading a session. */
export interface ReadSessionOptions {
  /** `false` does not extend the session, and does not delete an expired session. Default: `true`. */
  write?: boolean
}

/** Reads the session of a request. */
export interface ReadSession<T extends AuthTypes> {
  (request: Request, options?: ReadSessionOptions): Promise<T['session'] | null>
  /** Types only: `undefined` at run time. */
  readonly '~types'?: T
}

/** Result of `update`. */
export interface UpdateResult<Session> {
  session: Session | null
  /** The `Set-Cookie` headers. */
  headers: Headers
}

/**
 * Members of `handlers` that users may try on an instance. They are private, so that TypeScript reports the class
 * name, which says what to do. They are optional, so that a copy, `{ ...auth }`, has the type of the instance.
 */
export declare class UseHandlers {
  private GET?
  private POST?
}

/**
 * Authentication for any server that uses web-standard requests and responses.
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
export interface Auth<T extends AuthTypes> extends UseHandlers {
  /** Types only: distinguishes an instance from a builder. */
  readonly '~built'?: true | undefined
  /** Handles a request to a route below the base path. */
  handler: Handler
  /** The same handler for each HTTP method. */
  handlers: AuthHandlers
  /** Returns the session of a request, or `null` if no user is signed in. */
  auth: ReadSession<T>
  /** Starts a sign-in. If it is refused, logs the `AuthError` and throws it. */
  signIn<Id extends string | undefined>(
    provider: SignInId<T['id'], Id>,
    options: SignInOptions<T['fields'], Id, T['flow']>,
    authorizationParams?: ParamsOf<T['params'], Id>,
  ): Promise<RedirectResult>
  /**
   * Ends the session of a request. `url` may be a page of the provider, which also ends the session at the provider.
   */
  signOut(options: RedirectOptions & ProviderSignOutOptions): Promise<RedirectResult>
  /** Updates the session of a request: callbacks receive `data` and decide what to store. */
  update(data: T['update'], options: RequestOptions): Promise<UpdateResult<T['session']>>
  /** Lists and revokes sessions of users. */
  sessions: SessionControls[T['sessions']]
  /** Returns the tokens of the signed-in user at a provider. Tokens that expire soon are refreshed. */
  tokens: TokenControls<RequestTokens<T['tokenId']>, HeldTokens<T['tokenId']>>[T['tokens']]
  /**
   * Returns a `fetch` that sends the access token of the signed-in user, only to the `apiOrigins` of the provider
   * and the origin of its UserInfo endpoint. Rejects with `TokensUnavailable` if there are no tokens.
   */
  fetch: TokenControls<RequestFetch<T['tokenId']>, HeldFetch<T['tokenId']>>[T['tokens']]
  /** Lists, links and unlinks the accounts of the signed-in user. */
  accounts: AccountControls<RequestAccounts<T['tokenId']>>[T['tokens']]
  /** Lists, renames and removes the passkeys of the signed-in user. */
  passkeys: PasskeyControls<RequestPasskeys>[T['tokens']]
  /** Signs up with a password, and sets, changes, resets and removes passwords. */
  passwords: PasswordControls<RequestPasswords<T['signUp']>>[T['passwords']]
  /**
   * Checks whether this process can serve requests. With `{ deep: true }`, also whether the database and the
   * store respond. Never throws.
   */
  health(options?: HealthOptions): Promise<Health>
  /**
   * Shuts the instance down. Waits up to 15 seconds for work in progress, then closes connections that the adapter
   * and the store opened themselves.
   */
  close(): Promise<void>
  /** Types only: `undefined` at run time. */
  readonly '~types'?: T
}
