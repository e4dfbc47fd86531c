import type {
  AccountControls,
  CurrentAccounts,
  CurrentPasskeys,
  PasskeyControls,
} from '../../builder/accounts.js'
import type {
  FlowOption,
  LinkOptions,
  ParamsOf,
  ProviderSignOutOptions,
  SignInId,
} from '../../builder/auth.js'
import type { AuthTypes } from '../../builder/auth-types.js'
import type { ForRequest, SessionControls } from '../../builder/sessions.js'
import type { RequestFetch, RequestTokens, TokenControls } from '../../builder/tokens.js'
import type { Health } from '../../model/health.js'
import type { TokensOptions, TokensResult } from '../../model/provider-tokens.js'
import type { ActionForm } from '../action-options.js'
import type { SolidStartEvent, SolidStartServerEvent } from './event.js'

/** The handler of a method of the catch-all route. */
export type SolidStartHandler = (event: Pick<SolidStartEvent, 'request'>) => Promise<Response>

/** The options of `protect`. */
export interface SolidStartProtectOptions {
  /** Where a signed-out user goes in place of the sign-in page: a path of the application, such as `/`. */
  fallback?: `/${string}` | undefined
  /** Where the sign-in page leads to afterwards: a path of the application. Default: the requested page. */
  redirectTo?: `/${string}` | undefined
}

/** The options of `middleware`. */
export interface SolidStartMiddlewareOptions extends SolidStartProtectOptions {
  /**
   * The paths for signed-in users, as SolidStart's router has them: `/account`, `/teams/:id`, `/teams/:id?` for `/teams`, too, and
   * `/admin/*` for everything below `/admin` and itself.
   */
  paths: readonly `/${string}`[]
}

/** A middleware for `createMiddleware`: in `onRequest`, or in the list of SolidStart 2. */
export type SolidStartMiddleware = (
  event: SolidStartEvent | SolidStartServerEvent,
) => Promise<Response | undefined>

/** Reads the session of a request. */
export interface SolidStartGetSession<T extends AuthTypes> {
  /**
   * The session, or `null` where no user is signed in. It is read once a request, however many readers there are.
   *
   * @param request - Default: the current request.
   */
  (request?: Request): Promise<T['session'] | null>
  /** Types only. Never there at run time. */
  readonly '~types'?: T
}

/** The options of `signIn` and `signOut`. */
export interface SolidStartRedirectOptions<Follow extends boolean> {
  /** `false` returns where to go. Default: `true`, which goes there. */
  redirect?: Follow
  /** Where to go afterwards: a path of the application. Default: the page that the browser is on. */
  redirectTo?: string
}

/** A form, as SolidStart 1 and SolidStart 2 hand one to an action. */
export type SolidStartForm = FormData | URLSearchParams

/** What `signIn` resolves to: the address to go to. Without `redirect: false` it throws the redirect of the framework instead. */
export type SolidStartRedirected<Follow extends boolean> = Follow extends false
  ? Promise<string>
  : Promise<never>

/** What follows the provider in `signIn`: optional, unless the provider has required fields. */
export type SolidStartSignInArguments<
  Fields,
  Params,
  Id,
  Follow extends boolean,
  Flow = never,
> = Id extends keyof Fields
  ? [
      options: ActionForm | (SolidStartRedirectOptions<Follow> & Fields[Id] & FlowOption<Flow>),
      authorizationParams?: ParamsOf<Params, Id>,
    ]
  : [
      options?: ActionForm | (SolidStartRedirectOptions<Follow> & LinkOptions & FlowOption<Flow>),
      authorizationParams?: ParamsOf<Params, Id>,
    ]

/**
 * Authentication for SolidStart.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright/solid-start'
 * import { github } from 'authwright/providers/github'
 *
 * const { getSession, protect } = createAuth().provider(github()).build()
 *
 * export async function accountName(): Promise<string | null | undefined> {
 *   'use server'
 *   return (await protect()).user.name
 * }
 * ```
 */
export interface SolidStartAuth<T extends AuthTypes> {
  /** Handles the catch-all route, such as `src/routes/api/auth/[...auth].ts`. */
  GET: SolidStartHandler
  /** The same for forms and scripts. */
  POST: SolidStartHandler
  getSession: SolidStartGetSession<T>
  /**
   * The session of the signed-in user, in what `query` and `action` call on the server. Without one it throws
   * what SolidStart's router follows to the sign-in page, or to `fallback`; for a request that is not for a page, a response of 401.
   */
  protect(options?: SolidStartProtectOptions): Promise<T['session']>
  /** Keeps paths from signed-out users, before anything of a page is there. */
  middleware(options: SolidStartMiddlewareOptions): SolidStartMiddleware
  /**
   * Starts a sign-in from a server function. Without a provider it leads to the sign-in page. A sign-in that is refused leads
   * to the sign-in page, with `error` and `code` in its address; with `redirect: false` it throws an `AuthError`.
   */
  signIn<Id extends string | undefined = undefined, Follow extends boolean = true>(
    ...args: [Id] extends [undefined]
      ? [provider?: undefined, options?: SolidStartRedirectOptions<Follow>]
      : [
          provider: SignInId<T['id'], Id>,
          ...rest: SolidStartSignInArguments<T['fields'], T['params'], Id, Follow, T['flow']>,
        ]
  ): SolidStartRedirected<Follow>
  /**
   * Ends the session, from a server function. With `provider: true`, or a form whose field `provider` is `true`, the browser goes to the
   * provider, and from there to `redirectTo`.
   */
  signOut<Follow extends boolean = true>(
    options?: ActionForm | (SolidStartRedirectOptions<Follow> & ProviderSignOutOptions),
  ): SolidStartRedirected<Follow>
  /** Changes the session: the `jwt` and `session` callbacks decide what becomes of `data`. */
  update(data: T['update']): Promise<T['session'] | null>
  /** Lists and ends sessions of users, as far as the strategy and the adapter can. */
  sessions: SessionControls[T['sessions']]
  /** The tokens of the signed-in user at a provider, refreshed where they end soon. */
  tokens: TokenControls<
    RequestTokens<T['tokenId']>,
    (request: Request, provider: T['tokenId'], options?: TokensOptions) => Promise<TokensResult>
  >[T['tokens']]
  /** Makes a `fetch` that sends the access token of the signed-in user, to origins that the provider lists only. */
  fetch: TokenControls<RequestFetch<T['tokenId']>>[T['tokens']]
  /** Lists, links and unlinks the accounts of the signed-in user, in server functions. */
  accounts: AccountControls<CurrentAccounts<T['tokenId']>>[T['tokens']]
  /** Lists, renames and removes the passkeys of the signed-in user, in server functions. */
  passkeys: PasskeyControls<CurrentPasskeys>[T['tokens']]
  /**
   * Whether the database and the store respond, and whether their clocks agree with this process's. It never throws. For the
   * route that a load balancer or a monitor requests.
   *
   * @example
   * ```ts
   * // src/routes/health.ts
   * import { auth } from '~/auth'
   *
   * export async function GET() {
   *   const { ok } = await auth.health()
   *   return new Response(null, { status: ok ? 200 : 503 })
   * }
   * ```
   */
  health(options?: ForRequest): Promise<Health>
  /** Types only. Never there at run time. */
  readonly '~types'?: T
}

declare module '../../builder/build-results.js' {
  interface BuildResults<T extends AuthTypes> {
    'solid-start': SolidStartAuth<T>
  }
  interface BuildRequests {
    'solid-start': Request
  }
}
