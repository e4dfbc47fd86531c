// biome-ignore lint/suspicious/noTsIgnore: an application without Next.js must still compile what is emitted from here.
/** @ts-ignore */
import type { GetServerSidePropsContext, NextApiRequest, NextApiResponse } from 'next'
// biome-ignore lint/suspicious/noTsIgnore: as above.
/** @ts-ignore */
import type { NextFetchEvent, NextRequest } from 'next/server.js'
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
  RedirectHint,
  SignInId,
} from '../../builder/auth.js'
import type { AuthTypes } from '../../builder/auth-types.js'
import type { BaseSession } from '../../builder/session-types.js'
import type {
  ForRequest,
  ListedSessions,
  RevocableSessions,
  SessionControls,
} from '../../builder/sessions.js'
import type { CurrentFetch, CurrentTokens, TokenControls, TokensOfUser } from '../../builder/tokens.js'
import type { Awaitable } from '../../model/awaitable.js'
import type { Health } from '../../model/health.js'
import type { SessionInfo } from '../../model/session-info.js'
import type { ActionForm } from '../action-options.js'

/** A request with the session that it carries. */
export interface NextAuthRequest<Session = BaseSession | null> extends NextRequest {
  auth: Session
}

/** What `auth(…)` wraps: a middleware, or the handler of a route. */
export type NextAuthHandler<Session, Context> = (
  request: NextAuthRequest<Session>,
  context: Context,
) => Awaitable<Response | undefined | void>

/** A wrapped middleware or route handler. */
export type NextHandler<Context> = (request: NextRequest, context: Context) => Promise<Response>

/** The handlers of the catch-all route `app/api/auth/[...auth]/route.ts`. */
export interface NextHandlers {
  GET(request: NextRequest): Promise<Response>
  POST(request: NextRequest): Promise<Response>
}

/** The options of `auth.protect()`. */
export interface ProtectOptions {
  /** Where to go after signing in: a path of the application. Default: its first page. */
  redirectTo?: string
}

/**
 * Reads the session wherever Next.js runs code, and guards pages and handlers. The arguments select the overload, in
 * create-next-auth.ts.
 */
export interface NextAuthFunction<T extends AuthTypes> {
  /** In an API route of the Pages Router: the session, or `null`. Cookies are set on `response`. */
  (request: NextApiRequest, response: NextApiResponse): Promise<T['session'] | null>
  /** In `getServerSideProps`: the session, or `null`. Cookies are set on the response. */
  (context: GetServerSidePropsContext): Promise<T['session'] | null>
  /** As the middleware or proxy itself: `export { auth as proxy } from './auth'`. */
  (request: NextRequest, event: NextFetchEvent): Promise<Response>
  /** Around a middleware, a proxy or a route handler: `request.auth` is the session, or `null`. */
  <Context = unknown>(handler: NextAuthHandler<T['session'] | null, Context>): NextHandler<Context>
  /**
   * In a server component, a server action or a route handler: the session, or `null`. It stands last, because `ReturnType`
   * takes the last overload.
   */
  (): Promise<T['session'] | null>
  /**
   * The session of the signed-in user. Without one, a page leads to the sign-in page,
   * and a request that is not for a page gets 401.
   */
  protect(options?: ProtectOptions): Promise<T['session']>
  /** The tokens of the signed-in user at a provider, refreshed where they end soon. */
  tokens: TokenControls<
    CurrentTokens<T['tokenId']> & TokensOfUser<T['tokenId']>,
    CurrentTokens<T['tokenId']>
  >[T['tokens']]
  /** Makes a `fetch` that sends the access token of the signed-in user, to origins that the provider lists only. */
  fetch: TokenControls<CurrentFetch<T['tokenId']>>[T['tokens']]
  /** Lists, links and unlinks the accounts of the signed-in user. */
  accounts: AccountControls<CurrentAccounts<T['tokenId']>>[T['tokens']]
  /** Lists, renames and removes the passkeys of the signed-in user. */
  passkeys: PasskeyControls<CurrentPasskeys>[T['tokens']]
  /**
   * Whether the database and the store respond, and whether their clocks agree with this process's. A part that does not
   * respond is in the result, and throws nothing. For the route that a load balancer or a monitor requests; with `cacheComponents`, Next.js does not build that route ahead.
   *
   * @example
   * ```ts
   * // app/health/route.ts
   * import { auth } from '@/auth'
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

/** Revokes sessions of any user. Check first whether the caller may. */
export interface NextRevocableSessions extends RevocableSessions {
  /** The session of a request, or `null`. Default: the request around a server component, a server action or a route handler. */
  current(request?: Request): Promise<SessionInfo | null>
}

/** Lists sessions, too: with strategy `'database'`. */
export interface NextListedSessions extends NextRevocableSessions, ListedSessions {
  current(request?: Request): Promise<SessionInfo | null>
}

/** What `sessions` of a configuration can do. */
export interface NextSessionControls extends SessionControls {
  revocable: NextRevocableSessions
  listed: NextListedSessions
}

/** The options of `signIn` and `signOut`. */
export interface NextRedirectOptions<Follow extends boolean, _Hint extends string = RedirectHint> {
  /** `false` returns where to go. Default: `true`, which goes there. */
  redirect?: Follow
  /** Where to go afterwards: a path of the application. Default: the page that the browser is on. */
  redirectTo?: string
}

/** What `signIn` resolves to: the address to go to. Without `redirect: false` it throws the redirect of the framework instead. */
export type Redirected<Follow extends boolean> = Follow extends false ? Promise<string> : Promise<never>

/** What follows the provider in `signIn`: optional, unless the provider has required fields. */
export type NextSignInArguments<
  Fields,
  Params,
  Id,
  Follow extends boolean,
  Flow = never,
> = Id extends keyof Fields
  ? [
      options: ActionForm | (NextRedirectOptions<Follow> & Fields[Id] & FlowOption<Flow>),
      authorizationParams?: ParamsOf<Params, Id>,
    ]
  : [
      options?: ActionForm | (NextRedirectOptions<Follow> & LinkOptions & FlowOption<Flow>),
      authorizationParams?: ParamsOf<Params, Id>,
    ]

/** Starts a sign-in. It is an interface, which editors show by its name where `signIn` is destructured. */
export type NextSignIn<Known, Fields, Params, Flow> = <
  Id extends string | undefined = undefined,
  Follow extends boolean = true,
>(
  ...args: [Id] extends [undefined]
    ? [provider?: undefined, options?: NextRedirectOptions<Follow>]
    : [provider: SignInId<Known, Id>, ...rest: NextSignInArguments<Fields, Params, Id, Follow, Flow>]
) => Redirected<Follow>

/**
 * Authentication for Next.js.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright/next'
 * import { github } from 'authwright/providers/github'
 *
 * export const { handlers, auth, signIn, signOut } = createAuth().provider(github()).build()
 * ```
 */
export interface NextAuth<T extends AuthTypes> {
  /** The handlers of the catch-all route. */
  handlers: NextHandlers
  auth: NextAuthFunction<T>
  /**
   * Starts a sign-in from a server action or a route handler. Without a provider it leads to the sign-in page.
   * Throws an `AuthError` when the sign-in is refused.
   */
  signIn: NextSignIn<T['id'], T['fields'], T['params'], T['flow']>
  /**
   * Ends the session, from a server action or a route handler. With `provider: true`, or a form whose field `provider` is `true`, the browser
   * goes to the provider, and from there to `redirectTo`.
   */
  signOut<Follow extends boolean = true>(
    options?: ActionForm | (NextRedirectOptions<Follow> & ProviderSignOutOptions),
  ): Redirected<Follow>
  /** Changes the session: the `jwt` and `session` callbacks decide what becomes of `data`. */
  unstable_update(data: T['update']): Promise<T['session'] | null>
  /** Lists and ends sessions of users, as far as the strategy and the adapter can. */
  sessions: NextSessionControls[T['sessions']]
  /** Types only. Never there at run time. */
  readonly '~types'?: T
}

declare module '../../builder/build-results.js' {
  interface BuildResults<T extends AuthTypes> {
    next: NextAuth<T>
  }
  interface BuildRequests {
    next: NextRequest
  }
}
