import type {
  AccountControls,
  CurrentAccounts,
  CurrentPasskeys,
  PasskeyControls,
} from '../../builder/accounts-api.js'
import type {
  FlowOption,
  LinkOptions,
  ParamsOf,
  ProviderSignOutOptions,
  SignInId,
} from '../../builder/auth.js'
import type { AuthTypes } from '../../builder/auth-types.js'
import type { CurrentPasswords, PasswordControls } from '../../builder/passwords-api.js'
import type { SessionControls } from '../../builder/sessions-api.js'
import type { RequestFetch, RequestTokens, TokenControls } from '../../builder/tokens-api.js'
import type { Health, HealthOptions } from '../../model/health.js'
import type { TokensOptions, TokensResult } from '../../model/provider-tokens.js'
import type { ActionForm } from '../action-options.js'
import type { UseGetAndPost } from '../instance-names.js'
import type { SolidStartEvent, SolidStartServerEvent } from './event.js'

/** A handler of the catch-all route. */
export type SolidStartHandler = (event: Pick<SolidStartEvent, 'request'>) => Promise<Response>

/** Options of `protect`. */
export interface SolidStartProtectOptions {
  /** Path for signed-out users, such as `/`. Default: the sign-in page. */
  fallback?: `/${string}` | undefined
  /** Path to redirect to after the sign-in. Default: the requested page, or the page with the form. */
  redirectTo?: `/${string}` | undefined
}

/** Options of `middleware`. */
export interface SolidStartMiddlewareOptions extends SolidStartProtectOptions {
  /** The paths that require a signed-in user, such as `/account`, `/teams/:id` and `/admin/*` (also matches `/admin`). */
  paths: readonly `/${string}`[]
}

/** A middleware for `createMiddleware`. */
export type SolidStartMiddleware = (
  event: SolidStartEvent | SolidStartServerEvent,
) => Promise<Response | undefined>

/** Reads the session of a request. */
export interface SolidStartGetSession<T extends AuthTypes> {
  /** Returns the session, or `null` if no user is signed in. Default: the session of the current request. */
  (request?: Request): Promise<T['session'] | null>
  /** Types only: `undefined` at run time. */
  readonly '~types'?: T
}

/** Options of `signIn` and `signOut`. */
export interface SolidStartRedirectOptions<Follow extends boolean> {
  /** `false` returns the URL instead of redirecting to it. Default: `true`. */
  redirect?: Follow
  /** Path to redirect to afterwards. Default: the current page. */
  redirectTo?: string
}

/** Result of `signIn` with `redirect: false`: the URL to redirect to. */
export type SolidStartRedirected<Follow extends boolean> = Follow extends false
  ? Promise<string>
  : Promise<never>

/** Arguments of `signIn` after the provider. */
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
export interface SolidStartAuth<T extends AuthTypes> extends UseGetAndPost {
  /** Handler of the catch-all route, such as `src/routes/api/auth/[...auth].ts`. */
  GET: SolidStartHandler
  /** The same handler, for forms and scripts. */
  POST: SolidStartHandler
  /** Reads the session of a request. */
  getSession: SolidStartGetSession<T>
  /**
   * Returns the session. If no user is signed in, throws a redirect to the sign-in page or to `fallback`. For a request for data, throws a
   * response with status 401 instead.
   */
  protect(options?: SolidStartProtectOptions): Promise<T['session']>
  /** Creates a middleware that protects paths before a page is rendered. */
  middleware(options: SolidStartMiddlewareOptions): SolidStartMiddleware
  /**
   * Starts a sign-in from a server function. Without a provider, redirects to the sign-in page. A refused sign-in redirects to a page with
   * `error` in the query. With `redirect: false`, it throws an `AuthError`.
   */
  signIn<Id extends string | undefined = undefined, Follow extends boolean = true>(
    ...args: [Id] extends [undefined]
      ? [provider?: T['id'], options?: SolidStartRedirectOptions<Follow>]
      : [
          provider: SignInId<T['id'], Id>,
          ...rest: SolidStartSignInArguments<T['fields'], T['params'], Id, Follow, T['flow']>,
        ]
  ): SolidStartRedirected<Follow>
  /** Ends the session. With `provider: true`, or the form field `provider` with the value `true`, also signs out at the provider. */
  signOut<Follow extends boolean = true>(
    options?: ActionForm | (SolidStartRedirectOptions<Follow> & ProviderSignOutOptions),
  ): SolidStartRedirected<Follow>
  /** Updates the session: the `jwt` and `session` callbacks receive `data`. */
  update(data: T['update']): Promise<T['session'] | null>
  /** Lists and revokes sessions of users. */
  sessions: SessionControls[T['sessions']]
  /** Returns the tokens of the signed-in user at a provider. */
  tokens: TokenControls<
    RequestTokens<T['tokenId']>,
    (request: Request, provider: T['tokenId'], options?: TokensOptions) => Promise<TokensResult>
  >[T['tokens']]
  /** Returns a `fetch` that sends the access token of the signed-in user to the `apiOrigins` of the provider. */
  fetch: TokenControls<RequestFetch<T['tokenId']>>[T['tokens']]
  /** Lists, links and unlinks the accounts of the signed-in user. */
  accounts: AccountControls<CurrentAccounts<T['tokenId']>>[T['tokens']]
  /** Lists, renames and removes the passkeys of the signed-in user. */
  passkeys: PasskeyControls<CurrentPasskeys>[T['tokens']]
  /** Signs up with a password, and sets, changes, resets and removes passwords. */
  passwords: PasswordControls<CurrentPasswords<T['signUp']>>[T['passwords']]
  /**
   * Checks whether this process can serve requests. With `{ deep: true }`, it also checks the database, its replica and the store. Failures
   * are part of the result and are not thrown.
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
  health(options?: HealthOptions): Promise<Health>
  /** Types only: `undefined` at run time. */
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
